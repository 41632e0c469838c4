/** The report lists a refused question as a line for the front matter, and the assistant answers it when a page has that line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readEnvironment } from '@quire/engine/config/env.ts';
import { loadConfig } from '@quire/engine/config/load.ts';
import { createApp } from '@quire/engine/server/app.ts';
import { openServices } from '@quire/engine/server/open-services.ts';
import type { SiteManifest } from '@quire/engine/server/site-manifest.ts';
import { reportCommand } from '@quire/assistant/report/report-command.ts';
import { createFixture, type Fixture } from './build-fixture.ts';

const QUESTION = 'I am on duty at night and the office is empty, what now?';
const PAGE =
  '# Support\n\nThe team helps with problems of the service.\n\n## Night duty\n\nCall extension 4242. Somebody answers around the clock.\n';
const OTHER = '# Backup\n\nCopies are made every evening.\n\n## Restore\n\nRun `restore --last` to bring the newest copy back.\n';

/** Asks the built site a question like its dialog. */
async function ask(site: Fixture, log: string): Promise<string> {
  const env = { QUERY_LOG_FILE: log };
  const buildDirectory = join(site.dir, 'build');
  const manifest = JSON.parse(site.read('manifest.json')) as SiteManifest;
  const { plugins } = await loadConfig(join(site.dir, 'site.config.ts'), {});
  const common = { log: () => undefined, now: Date.now };
  const opened = await openServices({ buildDirectory, manifest, environment: readEnvironment(env), env, plugins, ...common });
  const app = createApp({
    siteDir: join(buildDirectory, 'site'),
    manifest,
    services: opened.services,
    health: () => ({ status: 'ok', build: manifest.build, uptimeSeconds: 0 }),
    ...common,
  });
  const response = await app.request('/v1/completions', {
    method: 'POST',
    body: JSON.stringify({ prompt: QUESTION, projectKey: 'public' }),
  });
  const text = await response.text();
  await opened.close();
  return text;
}

test(
  'R-604 a refused question is in the report, and is answered after its proposed line was added to the page',
  { timeout: 60_000 },
  async () => {
    const site = createFixture({ 'support.md': PAGE, 'backup.md': OTHER }, "plugins: [assistant()], search: { provider: 'embedded' },");
    const log = join(site.dir, 'log.sqlite');
    await site.build();
    expect(await ask(site, log)).toContain('Sorry, I am not sure how to answer that.');

    let printed = '';
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed += String(text)), true));
    onTestFinished(() => write.mockRestore());
    await reportCommand.run({ file: log, dir: join(site.dir, 'build') }, []);
    write.mockRestore();
    const [, file = '', line = ''] = /"Night duty" of (\S+) answers it, paste this under questions:\n {7}(.*)\n/.exec(printed) ?? [printed];
    expect(file).toMatch(/support\.md$/);

    site.write({ 'support.md': `---\nquestions:\n${line}\n---\n${readFileSync(join(site.dir, 'content/docs/support.md'), 'utf8')}` });
    await site.build();
    const answer = await ask(site, log);
    expect(answer).toContain('Call extension 4242.');
    expect(answer).toContain('](/docs/support#night-duty');
  },
);

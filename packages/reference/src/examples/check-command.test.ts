import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { formatProblem } from '@quire/engine/model/problem.ts';

import { growthBeyondLinear } from '@quire/engine/testing/growth.ts';

import { readCommands, readShell } from './check-command.ts';

const root = process.cwd();
const here = { dir: join(root, 'website/catalog'), projectRoot: root };
const page = (source: string): string => readFileSync(join(root, 'website/content/docs', source), 'utf8');

test('R-502 the time to read a here-document grows linearly with its empty lines', () => {
  expect(growthBeyondLinear((text) => readShell(`cat <<EOF\n${text}`), '\n', 1 << 16)).toBeNull();
});

describe('the lists of commands and variables', () => {
  test('are valid', async () => {
    const { catalog, problems } = await readCommands(here);
    expect(problems).toEqual([]);
    expect(catalog.cli?.commands).toHaveLength(62);
    expect(catalog.variables?.services).toHaveLength(41);
  });

  test('agree with the written pages about them', async () => {
    const { catalog } = await readCommands(here);
    const deployment = page('deploy/environment-vars.md');
    const cli = page('cli.md');
    expect(catalog.variables?.services.filter(({ name }) => !deployment.includes(name))).toEqual([]);
    expect(catalog.variables?.cli.filter(({ name }) => !cli.includes(name))).toEqual([]);
  });

  test('the group of every command exists, and so does every default sub-command', async () => {
    const { catalog } = await readCommands(here);
    const commands = catalog.cli?.commands ?? [];
    const names = new Set(commands.map((command) => command.command));
    const orphans = commands.filter(({ command }) => command.includes(' ') && !names.has(command.slice(0, command.lastIndexOf(' '))));
    expect(orphans.map((command) => command.command)).toEqual([]);
    const lost = commands.filter((command) => command.default !== undefined && !names.has(`${command.command} ${command.default}`));
    // The platform itself declares a default sub-command here that does not exist.
    expect(lost.map((command) => command.command)).toEqual(['datahub state']);
  });

  test('missing files are not a problem; an unknown key is', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'commands-'));
    expect(await readCommands({ dir, projectRoot: dir })).toEqual({ catalog: { cli: null, variables: null }, problems: [] });
    await writeFile(join(dir, 'cli.yaml'), 'program: x\ncommands:\n  - comand: x\nsinks: []\ntransformers: []\n');
    const { problems } = await readCommands({ dir, projectRoot: dir });
    expect(problems.map(formatProblem)).toContain('cli.yaml:3: commands.0.comand: is not a key of this file. Did you mean command?');
    await rm(dir, { recursive: true });
  });
});

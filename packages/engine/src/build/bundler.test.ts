import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { sampleSite } from '#model/testing/sample-site.ts';
import { createBundler } from './bundler.ts';

test('a bundler whose processes have already ended reports an error', async () => {
  const bundler = createBundler();
  onTestFinished(() => bundler.stop());
  bundler.start();
  bundler.stop();
  await wait(500);
  const extensions = { pages: {}, islands: {}, pageStyles: null, analytics: null, clients: [], slots: [], criticalStyles: [], sources: [] };
  const bundling = bundler.bundle({ outDir: '/nowhere', site: sampleSite, extensions, configuredStyle: '' });
  await expect(bundling).rejects.toThrow('The shell could not be bundled');
});

import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Tests start many processes and threads of the engine. They share the compiled form of its modules with the commands.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'packages/engine/.cache');

/** Ends tests that hang; on a slow machine any test may take long. */
const TIMEOUT_MS = 120_000;
/** Tests of what runs in the browser, without one. */
const inBrowser = ['packages/*/src/{browser,client}/**/*.test.{ts,tsx}', 'website/pages/**/*.test.{ts,tsx}'];
const excluded = ['**/node_modules/**', 'build/**', '.cache/**'];

/** The modules that the bundler generates from a site's configuration; tests of single components have an empty site. */
const virtualModules = {
  name: 'virtual-modules',
  resolveId: (id: string) => (id in EMPTY ? `\0${id}` : null),
  load: (id: string) => EMPTY[id.slice(1)] ?? null,
};
const EMPTY: Readonly<Record<string, string>> = {
  'virtual:pages': 'export const pages = {};',
  'virtual:islands': 'export const islands = {};',
  'virtual:slots': 'export const slots = [];',
  'virtual:plugins': 'export const plugins = [];',
};

export default defineConfig({
  plugins: [virtualModules],
  test: {
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    // Vitest would leave one processor idle: on a machine with two, one file after the other would run.
    maxWorkers: '100%',
    expect: { poll: { timeout: TIMEOUT_MS / 4 } },
    projects: [
      {
        extends: true,
        // The files of a process share their modules: loading these for each file took longer than the tests. Threads would be
        // faster still, but V8 aborts now and then where several compile code in one process ("jit_page.has_value()").
        test: {
          name: 'unit',
          pool: 'forks',
          isolate: false,
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'website/**/*.test.{ts,tsx}', 'bench/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...excluded, ...inBrowser],
        },
      },
      {
        extends: true,
        // What runs in the browser listens to its document, so each file has modules of its own, in a context of its process:
        // starting a process for each file took longer than the tests. A file names its environment itself:
        // `// @vitest-environment happy-dom`.
        test: { name: 'dom', pool: 'vmForks', include: inBrowser, exclude: excluded },
      },
      {
        extends: true,
        test: { name: 'architecture', include: ['tests/architecture/**/*.test.ts'], exclude: excluded },
      },
      {
        extends: true,
        test: { name: 'style', include: ['tests/style/**/*.test.ts'], exclude: excluded },
      },
      {
        extends: true,
        test: {
          name: 'conformance',
          // As for the unit tests.
          isolate: false,
          include: ['tests/conformance/**/*.test.{ts,tsx}'],
          exclude: excluded,
        },
      },
      {
        extends: true,
        // Compares the site with data about the platform beside the repository; runs only on request.
        test: { name: 'facts', include: ['tests/facts/**/*.test.ts'], exclude: excluded },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          // The files of a process share its browser.
          isolate: false,
          // Builds the sites once for all files.
          globalSetup: 'tests/e2e/global-setup.ts',
          include: ['tests/e2e/**/*.test.{ts,tsx}', 'tests/a11y/**/*.test.{ts,tsx}', 'tests/visual/**/*.test.ts'],
          exclude: excluded,
        },
      },
    ],
  },
});

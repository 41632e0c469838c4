import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Tests start many processes and threads of the engine, which share a compile cache with the commands.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'packages/engine/.cache');

/** Ends tests that hang. It is long, because any test may be slow on a busy machine. */
const TIMEOUT_MS = 120_000;
/** Tests of client code that do not need a browser. */
const inBrowser = ['packages/*/src/{browser,client}/**/*.test.{ts,tsx}', 'website/pages/**/*.test.{ts,tsx}'];
const excluded = ['**/node_modules/**', 'build/**', '.cache/**'];

/** Replaces the modules that the bundler generates from a site's configuration by those of an empty site, for tests of single components. */
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

/** Names of test files that take far longer than their size suggests. */
const SLOW_FILES = /\/(?:linear-time|completions-connections)\.test\.ts$/;

/** Starts the slow files first. Without results of an earlier run, Vitest orders files by project and size, so that one of them would run alone at the end for a minute. */
class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(SLOW_FILES.test(b.moduleId)) - Number(SLOW_FILES.test(a.moduleId)));
  }
}

/** Node.js runs the TypeScript itself, which takes a seventh of the processor time less than to transform it with Vite. */
const NATIVE = { viteModuleRunner: false, nodeLoader: false };

export default defineConfig({
  plugins: [virtualModules],
  test: {
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    setupFiles: 'tests/seed-property-tests.ts',
    // With three workers, two processors are idle for a third of the time, because tests mostly wait for a browser, a server, or a timer.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: SlowFilesFirst },
    expect: { poll: { timeout: TIMEOUT_MS / 4 } },
    projects: [
      {
        extends: true,
        // The files of a process share their modules, because loading the modules for each file takes longer than the tests. Threads
        // would be even faster, but V8 sometimes aborts if several threads of a process compile code ("jit_page.has_value()").
        test: {
          name: 'unit',
          experimental: NATIVE,
          pool: 'forks',
          isolate: false,
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'website/**/*.test.{ts,tsx}', 'bench/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...excluded, ...inBrowser],
        },
      },
      {
        extends: true,
        // Client code listens to its document, so each file needs its own modules. It runs in a VM context of a shared process,
        // because starting a process for each file takes longer than the tests. Each file selects its environment with
        // `// @vitest-environment happy-dom`.
        test: {
          name: 'dom',
          pool: 'vmForks',
          setupFiles: ['tests/seed-property-tests.ts', 'tests/act-in-tests.ts'],
          include: inBrowser,
          exclude: excluded,
        },
      },
      {
        extends: true,
        test: { name: 'architecture', experimental: NATIVE, include: ['tests/architecture/**/*.test.ts'], exclude: excluded },
      },
      {
        extends: true,
        test: { name: 'style', experimental: NATIVE, include: ['tests/style/**/*.test.ts'], exclude: excluded },
      },
      {
        extends: true,
        test: {
          name: 'conformance',
          experimental: NATIVE,
          // The same as for unit tests.
          isolate: false,
          include: ['tests/conformance/**/*.test.{ts,tsx}'],
          exclude: excluded,
        },
      },
      {
        extends: true,
        // Compares the site with data about the platform that is not part of the repository. Runs only on request.
        test: { name: 'facts', experimental: NATIVE, include: ['tests/facts/**/*.test.ts'], exclude: excluded },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          experimental: NATIVE,
          // The files of a process share a browser.
          isolate: false,
          // Builds the sites once for all test files.
          globalSetup: 'tests/e2e/global-setup.ts',
          include: ['tests/e2e/**/*.test.{ts,tsx}', 'tests/a11y/**/*.test.{ts,tsx}', 'tests/visual/**/*.test.ts'],
          exclude: excluded,
        },
      },
    ],
  },
});

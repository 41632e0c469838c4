import { defineConfig } from 'vitest/config';

/** For what hangs: on a slow machine any test may take long. */
const MOST_MS = 60_000;
const nowhere = ['**/node_modules/**', 'build/**', '.cache/**'];

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
    testTimeout: MOST_MS,
    hookTimeout: MOST_MS,
    projects: [
      {
        extends: true,
        // A test of something that runs in the browser says so itself: `// @vitest-environment happy-dom`.
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'website/**/*.test.{ts,tsx}', 'bench/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: nowhere,
        },
      },
      {
        extends: true,
        test: { name: 'architecture', include: ['tests/architecture/**/*.test.ts'], exclude: nowhere },
      },
      {
        extends: true,
        test: { name: 'style', include: ['tests/style/**/*.test.ts'], exclude: nowhere },
      },
      {
        extends: true,
        test: {
          name: 'conformance',
          include: ['tests/conformance/**/*.test.{ts,tsx}'],
          exclude: nowhere,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          globalSetup: 'tests/e2e/global-setup.ts',
          include: ['tests/e2e/**/*.test.{ts,tsx}', 'tests/a11y/**/*.test.{ts,tsx}'],
          exclude: nowhere,
          // One browser at a time: two would take each other's processor time and make timings mean nothing.
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'visual',
          globalSetup: 'tests/e2e/global-setup.ts',
          include: ['tests/visual/**/*.test.ts'],
          exclude: nowhere,
          fileParallelism: false,
        },
      },
    ],
  },
});

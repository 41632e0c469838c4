import type { Command } from './command.ts';

/** Each is loaded when it is asked for: a build needs no server, and a server no compiler. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./start.ts')).startCommand,
  dev: async () => (await import('./dev.ts')).devCommand,
  build: async () => (await import('./build.ts')).buildCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  versions: async () => (await import('./versions.ts')).versionsCommand,
  translations: async () => (await import('./translations.ts')).translationsCommand,
};

export function findPostgres(env?: Record<string, string | undefined>): string | null;
export function requirePostgres(env?: Record<string, string | undefined>): string;
export function ensurePostgres(env?: Record<string, string | undefined>): void;

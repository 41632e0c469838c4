export function findPostgres(env?: Record<string, string | undefined>): string | null;
export function ensurePostgres(env?: Record<string, string | undefined>): string | null;

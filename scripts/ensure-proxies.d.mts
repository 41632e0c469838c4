export function findProxy(name: 'nginx' | 'caddy', env?: Record<string, string | undefined>): string | null;
export function ensureProxies(env?: Record<string, string | undefined>): void;

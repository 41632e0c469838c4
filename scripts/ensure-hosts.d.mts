type Program = 'nginx' | 'caddy' | 'python3' | 'systemd-analyze';
export function findProgram(name: Program, env?: Record<string, string | undefined>): string | null;
export function requireProgram(name: Program, env?: Record<string, string | undefined>): string;
export function ensureHosts(env?: Record<string, string | undefined>): void;

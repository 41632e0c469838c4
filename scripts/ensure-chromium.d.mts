export function findChromium(env?: Record<string, string | undefined>): string | null;
export function findHeadlessShell(env?: Record<string, string | undefined>): string | null;
export function ensureChromium(env?: Record<string, string | undefined>): string;

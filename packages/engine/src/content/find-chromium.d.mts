export function findChromium(env?: Readonly<Record<string, string | undefined>>): string | null;
export function findHeadlessShell(env?: Readonly<Record<string, string | undefined>>): string | null;

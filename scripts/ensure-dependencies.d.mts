export function reasonToInstall(root: string): string | null;
export function ensureDependencies(root: string, env?: Record<string, string | undefined>, nodeVersion?: string): void;

export function ensureProgram(root: string): Promise<void>;

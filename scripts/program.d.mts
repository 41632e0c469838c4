export const FOLDER: string;
export const RECORD: string;
export function bundledProgram(root: string): string | null;
export function markOf(file: string): string | null;

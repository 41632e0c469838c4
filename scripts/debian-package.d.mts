export function isProgram(file: string): boolean;
export function installDebianPackage(name: string, reason: string, howTo: string): boolean;

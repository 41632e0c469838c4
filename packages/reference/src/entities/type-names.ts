const BUILT_IN = new Set(['array', 'map', 'union', 'string', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'fixed', 'null']);

/** Names of the model's own types in a type as written: `union[a: Edge, array[Owner]]` → `Edge`, `Owner`. */
export function namesInType(type: string): string[] {
  const names = type.match(/[A-Za-z_][\w.]*(?!\s*:)\b(?!\s*:)/g) ?? [];
  return names.filter((name) => !BUILT_IN.has(name));
}

/** Whether a value of the type holds a value of each of its parts: not so for lists, maps and unions, which may be empty or choose. */
export const isDirect = (type: string): boolean => !/^(array|map|union)\b/.test(type);

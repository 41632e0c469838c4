/** Writes the files of a migrated site. */

/** A value as the source of a TypeScript module, two spaces a level. */
export function toSource(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, (mark) => `\\${mark}`).replaceAll('\n', '\\n')}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const entries = Array.isArray(value)
    ? (value as unknown[]).map((each) => toSource(each, inner))
    : Object.entries(value).map(([key, each]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : `'${key}'`}: ${toSource(each, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return open + close;
  const pad = Array.isArray(value) ? '' : ' ';
  const line = `${open}${pad}${entries.join(', ')}${pad}${close}`;
  if (!line.includes('\n') && line.length + indent.length < 100) return line;
  return `${open}\n${entries.map((each) => `${inner}${each},\n`).join('')}${indent}${close}`;
}

/** The configuration as a module. */
export function configSource(config: Record<string, unknown>, from: string): string {
  const keys = Object.entries(config).map(([key, value]) => `  ${key}: ${toSource(value, '  ')},\n`);
  const imported = (name: string, module: string): string => `import { ${name} } from '${module}';`;
  return [
    `/** Made by \`migrate\` from ${from}. It is yours: change what you like. */`,
    imported('assistant', '@quire/assistant'),
    imported('defineConfig', '@quire/engine'),
    '',
    'export default defineConfig({',
    `${keys.join('')}  plugins: [assistant()],`,
    '});',
    '',
  ].join('\n');
}

/** Old routes and new ones. */
export const redirectsSource = (redirects: readonly (readonly [string, string])[]): string =>
  redirects.map(([from, to]) => `${JSON.stringify(from)}: ${JSON.stringify(to)}\n`).join('');

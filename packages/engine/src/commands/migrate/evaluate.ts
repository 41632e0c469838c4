/**
 * Evaluates the configuration files of another generator in a process of its own and returns what they export, as JSON. The
 * process may read files and nothing else: the flags of its start forbid to write and to start others, the network is closed
 * in it, and it ends when its time is over. Packages that are not installed are replaced by stand-ins.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { readFileSync } from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { fileURLToPath } from 'node:url';

import { runModule } from '#content/sidebar/sidebar-file.ts';

const TIMEOUT_MS = 20_000;

/** The exported value of a module, as far as JSON can represent it; or a sentence about the problem. */
export type Evaluated = { value: unknown } | { problem: string };

/** @param file absolute path of a JavaScript or TypeScript module @param timeoutMs after which the process is ended */
export async function evaluateFile(file: string, timeoutMs = TIMEOUT_MS): Promise<Evaluated> {
  const child = fork(import.meta.filename, {
    execArgv: [
      '--permission',
      '--allow-fs-read=*',
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
    ],
    env: { PATH: process.env['PATH'], NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let told = '';
  child.stderr?.on('data', (text: Buffer) => (told += text.toString().slice(0, 2000)));
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  try {
    child.send(file);
    const ended = once(child, 'exit').then((): Evaluated => {
      const lasted = child.signalCode === 'SIGKILL' ? `it took longer than ${timeoutMs / 1000} seconds` : 'its process ended';
      return { problem: `${lasted}${told === '' ? '' : `: ${told.trim().split('\n')[0]}`}` };
    });
    const answered = once(child, 'message').then(([answer]) => answer as Evaluated);
    return await Promise.race([answered, ended]);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

const STAND_IN = 'stand-in:';

/** The names that a module imports from a package, so that a stand-in can export them. */
function importedNames(parent: string | undefined, specifier: string): string[] {
  if (!parent?.startsWith('file:')) return [];
  const escaped = specifier.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const imports = readFileSync(fileURLToPath(parent), 'utf8').matchAll(
    new RegExp(`import\\s[^'"]*?\\{([^}]*)\\}\\s*from\\s*['"]${escaped}['"]`, 'g'),
  );
  return [...imports].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) =>
        name
          .trim()
          .replace(/^type\s.*/, '')
          .replace(/\s+as\s.*/, ''),
      )
      .filter((name) => /^[\w$]+$/.test(name) && name !== 'default'),
  );
}

/** Something that may be read, called and constructed, and is itself whatever is done with it. */
function standIn(name: string): unknown {
  const handler: ProxyHandler<() => void> = {
    get: (_, key) => {
      if (key === 'toJSON') return () => ({ package: name });
      if (key === 'toString') return () => name;
      return typeof key === 'symbol' || key === 'then' ? undefined : proxy;
    },
    apply: () => proxy,
    construct: () => proxy as object,
  };
  const proxy: unknown = new Proxy(() => undefined, handler);
  return proxy;
}

/** Values that JSON cannot represent: functions become their names, regular expressions their source. */
function withoutFunctions(_: string, value: unknown): unknown {
  if (typeof value === 'function') return { function: value.name };
  return value instanceof RegExp ? String(value) : value;
}

async function evaluate(file: string): Promise<unknown> {
  const value = await runModule(file, readFileSync(file, 'utf8'));
  return typeof value === 'function' ? await (value as (context: object) => unknown)({}) : value;
}

/** What the process of its own does. */
function runChild(): void {
  const refuse = (): never => {
    throw new Error('a configuration that is migrated has no network');
  };
  net.Socket.prototype.connect = refuse;
  globalThis.fetch = refuse;
  // A look-up of a name sends it out as well.
  for (const holder of [dgram.Socket.prototype, dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype] as object[])
    for (const name of Object.getOwnPropertyNames(holder))
      if (/^(?:bind|connect|send|lookup\w*|resolve\w*|reverse)$/.test(name)) Reflect.set(holder, name, refuse);
  syncBuiltinESMExports();
  registerHooks({
    resolve(specifier, context, next) {
      try {
        return next(specifier, context);
      } catch (error) {
        // A file of the site that is missing is a mistake of the site.
        if (specifier.startsWith('.') || specifier.startsWith('/') || specifier.startsWith('file:')) throw error;
        // What is required has no names; an import names what it wants.
        const isRequired = context.conditions.includes('require');
        const names = isRequired ? [] : importedNames(context.parentURL, specifier);
        const url = `${STAND_IN}${encodeURIComponent(specifier)}?${names.join(',')}`;
        return { url, format: isRequired ? 'commonjs' : 'module', shortCircuit: true };
      }
    },
    load(url, context, next) {
      if (!url.startsWith(STAND_IN)) return next(url, context);
      const [name = '', names = ''] = url.slice(STAND_IN.length).split('?');
      const value = `globalThis[Symbol.for('stand-in')](${JSON.stringify(decodeURIComponent(name))})`;
      if (context.format === 'commonjs') return { format: 'commonjs', source: `module.exports = ${value};`, shortCircuit: true };
      const exported = names
        .split(',')
        .filter(Boolean)
        .map((each) => `export const ${each} = value.${each};`);
      return { format: 'module', source: `const value = ${value};\nexport default value;\n${exported.join('\n')}`, shortCircuit: true };
    },
  });
  Reflect.set(globalThis, Symbol.for('stand-in'), standIn);
  process.on('message', (file: string) => {
    evaluate(file)
      .then((value) => process.send?.({ value: JSON.parse(JSON.stringify(value, withoutFunctions)) as unknown }))
      .catch((error: unknown) => process.send?.({ problem: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }));
  });
}

if (process.argv[1] === import.meta.filename) runChild();

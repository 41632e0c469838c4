/**
 * Evaluates the configuration files of another generator in a separate process and returns their exports as JSON. The
 * process can only read files: Node's permission model denies the network, writing, and starting processes, SQLite is not available, and
 * a timeout ends it. Packages that are not installed, and files of the site that do not exist, are replaced by stubs.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import Module, { type LoadFnOutput, registerHooks, syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import type { Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import v8 from 'node:v8';

import { transform } from 'sucrase';

import { relativePath } from '#config/relative-path.ts';
import { runModule } from '#content/sidebar/sidebar-file.ts';

const TIMEOUT_MS = 20_000;

/** The exported value of a module, as far as JSON can represent it, and what stubs replaced. */
export interface EvaluatedModule {
  value: unknown;
  /** Names of packages that are not installed. */
  missing: string[];
  /** Files that do not exist, such as those that a script of the site generates. */
  missingFiles: MissingFile[];
}

interface MissingFile {
  /** Path relative to the folder of the site. */
  file: string;
  /** Keys of the values that come from it, such as `themeConfig.navbar.items.0`. */
  keys: string[];
}

/** A module that cannot be evaluated. */
interface Failure {
  problem: string;
  /** URL of the file without which the module cannot be evaluated; absent: this is not the cause. */
  missingFile?: string;
}

/** Maximum number of files to replace, each of which takes one more evaluation. */
const MAX_MISSING_FILES = 20;

/**
 * Evaluates a module in a separate process. Does not reject if the module fails: its error becomes `problem`.
 * @param file absolute path of a JavaScript or TypeScript module
 * @param dir absolute folder of the site, which becomes the working directory, as in Docusaurus
 * @param timeoutMs time limit of all evaluations together, in milliseconds
 */
export async function evaluateFile(file: string, dir: string, timeoutMs = TIMEOUT_MS): Promise<EvaluatedModule | Pick<Failure, 'problem'>> {
  // A module can handle the absence of a file, so replace only files without which it fails.
  const files = new Set<string>();
  const end = performance.now() + timeoutMs;
  for (;;) {
    const answer = await evaluateOnce({ file, files: [...files] }, dir, { left: Math.max(1, end - performance.now()), limit: timeoutMs });
    if (!('problem' in answer)) {
      const fileOf = (url: string): string => relativePath(dir, fileURLToPath(url));
      const missingFiles = [...files].map((url) => ({ file: fileOf(url), keys: keysOf(answer.value, url) }));
      return { ...answer, value: withoutStubText(answer.value, files, fileOf), missingFiles };
    }
    const { problem, missingFile } = answer;
    if (missingFile === undefined || files.has(missingFile) || files.size === MAX_MISSING_FILES) return { problem };
    files.add(missingFile);
  }
}

/** Surrounds the URL of a missing file in a text. It is a private-use character, which authors do not write. */
const MARK = '\u{E000}';
const STUB_TEXT = new RegExp(`${MARK}[^${MARK}]*${MARK}`, 'u');

/** Removes the stubs in a text with the white space around each. */
const withoutStubs = (text: string): string =>
  text
    .split(STUB_TEXT)
    .map((part) => part.trim())
    .join(' ')
    .trim();

/** Returns the keys of the values that come from the stub of a file. */
function keysOf(value: unknown, url: string, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return value.includes(MARK + url + MARK) ? [path.join('.')] : [];
  if (typeof value !== 'object' || value === null) return [];
  const isStub = 'package' in value && value.package === url;
  return isStub ? [path.join('.')] : Object.entries(value).flatMap(([key, one]) => keysOf(one, url, [...path, key]));
}

/** Removes what stubs of files added to texts, and names the other stubs of files by their paths. */
const withoutStubText = (value: unknown, files: ReadonlySet<string>, fileOf: (url: string) => string): unknown =>
  JSON.parse(JSON.stringify(value), (key, one: unknown) => {
    if (typeof one !== 'string') return one;
    return key === 'package' && files.has(one) ? fileOf(one) : one.includes(MARK) ? withoutStubs(one) : one;
  }) as unknown;

/** What the separate process has to evaluate. */
interface Task {
  file: string;
  /** URLs of the files to replace by stubs. */
  files: string[];
}

type Answer = Omit<EvaluatedModule, 'missingFiles'> | Failure;

/** File descriptor to which the process writes its answer, as a line of JSON. Node.js does not limit the messages of `process.send`. */
const ANSWER_FD = 3;
/** Maximum length of an answer in bytes. */
const MAX_ANSWER = 10_000_000;
/** Maximum number of lists and objects around a value. */
const MAX_DEPTH = 200;
/** Maximum number of characters of the output that are kept for a message. */
const MAX_STDERR = 2000;

/** @param time milliseconds until the process is ended, and the limit that the message names */
async function evaluateOnce(task: Task, dir: string, time: { left: number; limit: number }): Promise<Answer> {
  const flags = [
    '--permission',
    '--allow-fs-read=*',
    // The permission model does not apply to the files of SQLite.
    '--no-experimental-sqlite',
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
  ];
  const child = spawn(process.execPath, [...flags, import.meta.filename, JSON.stringify(task)], {
    cwd: dir,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr?.on('data', (text: Buffer) => (stderr = (stderr + text.toString()).slice(0, MAX_STDERR)));
  const timer = setTimeout(() => child.kill('SIGKILL'), time.left);
  let isTooLarge = false;
  const watch = setInterval(() => {
    isTooLarge ||= residentBytes(child.pid) > MAX_MEMORY;
    if (isTooLarge) child.kill('SIGKILL');
  }, 100);
  try {
    // `exit` can be emitted before the answer has been read; `close` cannot.
    const ended = once(child, 'close').then((): Answer => {
      if (isTooLarge) return { problem: `it took more than ${MAX_MEMORY / 1e9} GB of memory` };
      const lasted = child.signalCode === 'SIGKILL' ? `it took longer than ${time.limit / 1000} seconds` : 'its process ended';
      return { problem: `${lasted}${stderr === '' ? '' : `: ${stderr.trim().split('\n')[0]}`}` };
    });
    return await Promise.race([readAnswer(child.stdio[ANSWER_FD] as Readable), ended]);
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    child.kill('SIGKILL');
  }
}

/** Maximum number of bytes in memory of the process, a multiple of what a configuration needs. */
const MAX_MEMORY = 1_000_000_000;

/** Returns the number of bytes of a process in memory; 0 where the system does not tell. Buffers are outside of the heap, which Node.js could limit. */
function residentBytes(pid: number | undefined): number {
  try {
    return 1024 * Number(/^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Reads the first line, which the configuration itself could also have written. Stays pending if the stream ends before. */
function readAnswer(stream: Readable): Promise<Answer> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let length = 0;
    stream.on('data', (part: Buffer) => {
      const end = part.indexOf('\n');
      parts.push(end < 0 ? part : part.subarray(0, end));
      length += part.length;
      if (length <= MAX_ANSWER && end < 0) return;
      stream.destroy();
      resolve(length > MAX_ANSWER ? { problem: `its value has more than ${MAX_ANSWER / 1_000_000} MB as JSON` } : parseAnswer(parts));
    });
  });
}

function parseAnswer(parts: readonly Buffer[]): Answer {
  try {
    const answer: unknown = JSON.parse(Buffer.concat(parts).toString());
    if (!isShallow(answer)) return { problem: `its value has more than ${MAX_DEPTH} lists and objects around each other` };
    return isAnswer(answer) ? answer : { problem: 'it wrote something else than its value to the command' };
  } catch (error) {
    return { problem: `its value is not valid JSON: ${(error as Error).message}` };
  }
}

function isAnswer(value: unknown): value is Answer {
  const { problem, missing, missingFile = 'file:///' } = Object(value) as Partial<Record<string, unknown>>;
  const isText = (one: unknown): one is string => typeof one === 'string';
  if (problem !== undefined) return isText(problem) && isText(missingFile) && missingFile.startsWith('file:///');
  return Array.isArray(missing) && missing.every(isText);
}

/** Whether functions that call themselves for each level can process a value. */
function isShallow(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return false;
    level = level.flatMap((one): unknown[] => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return true;
}

const STUB_SCHEME = 'stub:';

/** Returns the names that a module imports from a package, so that the stub can export them. */
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
          .replace(/(?<!\s)\s+as\s.*/, ''),
      )
      .filter((name) => /^[\w$]+$/.test(name) && name !== 'default'),
  );
}

/** Returns a proxy that can be read, called, and constructed, each of which returns the proxy again, and that is empty when it is iterated. */
function createStub(name: string): unknown {
  const handler: ProxyHandler<() => void> = {
    get: (_, key) => {
      if (key === 'toJSON') return () => ({ package: name });
      if (key === 'toString') return () => (name.startsWith('file:') ? MARK + name + MARK : name);
      if (key === Symbol.iterator) return () => [].values();
      // Functions such as `defineConfig` return the configuration.
      if (typeof key === 'string' && /^(?:define|with)[A-Z]/.test(key)) return (value: unknown) => value;
      return typeof key === 'symbol' || key === 'then' ? undefined : proxy;
    },
    apply: () => proxy,
    construct: () => proxy as object,
  };
  const proxy: unknown = new Proxy(() => undefined, handler);
  return proxy;
}

/** A replacer for values that JSON cannot represent: functions become their names, regular expressions their source. */
function withoutFunctions(_: string, value: unknown): unknown {
  if (typeof value === 'function') return { function: value.name };
  return value instanceof RegExp ? String(value) : value;
}

/** Endings that Docusaurus appends to the path of a local module, in order. */
const ENDINGS = ['.ts', '.mts', '.cts', '.tsx', '.js', '.mjs', '.cjs', '.jsx', '.json'].flatMap((ending) => [ending, `/index${ending}`]);

const isFile = (url: URL): boolean => statSync(url, { throwIfNoEntry: false })?.isFile() === true;

/** Returns the URL of a local module whose path has no ending, or the ending `.js` instead of `.ts`; null if there is no such file. */
function completedPath(specifier: string, parent: string | undefined): string | null {
  if (!/^\.{0,2}\/|^\.{1,2}$/.test(specifier) || !parent?.startsWith('file:')) return null;
  const written = new URL(specifier, parent).href.replace(/[?#].*/s, '');
  const paths = [...ENDINGS.map((ending) => `${written.replace(/\/$/, '')}${ending}`), written.replace(/\.([cm]?)js$/, '.$1ts')];
  return paths.find((path) => path !== written && isFile(new URL(path))) ?? null;
}

/** Returns an ES module for a JSON file: the content is the default export, and each key is a named export. */
function jsonModule(json: string): string {
  const value: unknown = JSON.parse(json);
  const names = typeof value === 'object' && value !== null ? Object.keys(value).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name)) : [];
  const exported = names.map((name, index) => `const value${index} = value[${JSON.stringify(name)}]; export { value${index} as ${name} };`);
  return `const value = ${JSON.stringify(value)};\n${exported.filter((line) => !line.includes(' as default ')).join('\n')}\nexport default value;`;
}

/** CommonJS variables that Docusaurus also defines in ES modules. */
const COMMON_JS = {
  require: "process.getBuiltinModule('node:module').createRequire(import.meta.url)",
  __dirname: 'import.meta.dirname',
  __filename: 'import.meta.filename',
};

/** Defines the CommonJS variables that an ES module uses. They are on the first line, so that line numbers in messages stay correct. */
function withCommonJs(source: string): string {
  const wanted = Object.entries(COMMON_JS).filter(
    ([name]) => new RegExp(`\\b${name}\\b`).test(source) && !new RegExp(`\\b(?:const|let|var|function)\\s+${name}\\b`).test(source),
  );
  const isCommonJs = /^module\.exports\b/m.test(source) && !/^export\s+default\b/m.test(source);
  if (isCommonJs) wanted.push(['module', '{ exports: {} }']);
  return `${wanted.map(([name, value]) => `const ${name} = ${value};`).join(' ')}${source}${isCommonJs ? '\nexport default module.exports;' : ''}`;
}

/** Compiles TypeScript. Configurations may contain enums and other syntax that Node.js cannot strip, because Docusaurus compiles them. */
function typeScriptModule(source: string): LoadFnOutput {
  const { code } = transform(source, { transforms: ['typescript'], disableESTransforms: true });
  const isModule = /^[\uFEFF \t]*(?:export|import)\s/m.test(code);
  return { format: isModule ? 'module' : 'commonjs', source: isModule ? withCommonJs(code) : code, shortCircuit: true };
}

async function evaluate(file: string): Promise<unknown> {
  const value = await runModule(file, readFileSync(file, 'utf8'));
  return typeof value === 'function' ? await (value as (context: object) => unknown)({}) : value;
}

/** The packages that stubs replaced. */
const missing = new Set<string>();
/** URLs of the files that stubs replace. */
let replacedFiles: readonly string[] = [];
/** URLs of files that were not found, by the message of the error. */
const notFound = new Map<string, string>();

/** Makes `require.resolve` return a path also for a module that does not exist, because a configuration only passes the path on. */
function resolveMissing(): void {
  const original = Module.createRequire;
  Module.createRequire = (from) => {
    const require = original(from);
    const parent = String(from).startsWith('file:') ? String(from) : pathToFileURL(String(from)).href;
    const resolve = (request: string): string => {
      const known = new Set(missing);
      try {
        const path = require.resolve(request);
        if (!path.startsWith(STUB_SCHEME)) return path;
        // The value of the package is not used.
        if (!known.has(request)) missing.delete(request);
      } catch {
        // The configuration only passes the path on.
      }
      return request.startsWith('.') ? fileURLToPath(new URL(request, parent)) : request;
    };
    return Object.assign((request: string): unknown => require(request), require, { resolve: Object.assign(resolve, require.resolve) });
  };
}

/** Describes an error of the configuration. `fetch` hides the reason in `cause`. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, permission, syscall } = (error.cause ?? error) as NodeJS.ErrnoException & { permission?: string };
  // The errors of connections and lookups name the system call instead of the permission.
  const isNetwork = code === 'ERR_ACCESS_DENIED' && (permission === 'Net' || syscall !== undefined);
  return isNetwork ? 'the network is not available while a configuration is migrated' : `${error.name}: ${error.message}`;
}

/** The main function of the separate process. */
function runChild(): void {
  // The permission model applies neither to signals and priorities, which could end or slow down other processes, nor to the files that Node.js
  // writes when the memory is exhausted, nor to those that flags of V8 make it write.
  for (const name of ['kill', '_kill', '_debugProcess', 'report']) Reflect.deleteProperty(process, name);
  Reflect.deleteProperty(v8, 'setFlagsFromString');
  Reflect.deleteProperty(os, 'setPriority');
  resolveMissing();
  syncBuiltinESMExports();
  registerHooks({
    resolve(specifier, context, next) {
      try {
        return next(specifier, context);
      } catch (error) {
        const isRequired = context.conditions.includes('require');
        const completed = completedPath(specifier, context.parentURL);
        if (completed !== null) return next(isRequired ? fileURLToPath(completed) : completed, context);
        const isLocal = /^(?:[./]|file:)/.test(specifier);
        const url = isLocal ? new URL(specifier, context.parentURL).href.replace(/[?#].*/s, '') : specifier;
        if (isLocal && !replacedFiles.includes(url)) {
          notFound.set((error as Error).message, url);
          throw error;
        }
        // `require` returns the whole stub; `import` needs each name as an export.
        if (!isLocal) missing.add(specifier);
        const names = isRequired ? [] : importedNames(context.parentURL, specifier);
        const stub = `${STUB_SCHEME}${encodeURIComponent(url)}?${names.join(',')}`;
        return { url: stub, format: isRequired ? 'commonjs' : 'module', shortCircuit: true };
      }
    },
    load(url, context, next) {
      if (!url.startsWith(STUB_SCHEME)) {
        const path = url.replace(/[?#].*/s, '');
        const isRequired = context.conditions.includes('require');
        if (path.endsWith('.json') && !isRequired)
          return { format: 'module', source: jsonModule(readFileSync(fileURLToPath(path), 'utf8')), shortCircuit: true };
        if (path.includes('/node_modules/')) return next(url, context);
        if (/\.[cm]?ts$/.test(path)) return typeScriptModule(readFileSync(fileURLToPath(path), 'utf8'));
        const loaded = next(url, context);
        return loaded.format === 'module' ? { ...loaded, source: withCommonJs(String(loaded.source)) } : loaded;
      }
      const [name = '', names = ''] = url.slice(STUB_SCHEME.length).split('?');
      const value = `globalThis[Symbol.for('stub')](${JSON.stringify(decodeURIComponent(name))})`;
      if (context.format === 'commonjs') return { format: 'commonjs', source: `module.exports = ${value};`, shortCircuit: true };
      const exported = names
        .split(',')
        .filter(Boolean)
        .map((each) => `export const ${each} = value.${each};`);
      return { format: 'module', source: `const value = ${value};\nexport default value;\n${exported.join('\n')}`, shortCircuit: true };
    },
  });
  Reflect.set(globalThis, Symbol.for('stub'), createStub);
  const send = (answer: Answer): void => writeFileSync(ANSWER_FD, `${JSON.stringify(answer, withoutFunctions)}\n`);
  const report = (error: unknown): void => {
    const missingFile = error instanceof Error ? notFound.get(error.message) : undefined;
    send({ problem: describe(error), ...(missingFile !== undefined && { missingFile }) });
  };
  process.on('uncaughtException', report);
  const [task = ''] = process.argv.splice(2);
  const { file, files } = JSON.parse(task) as Task;
  replacedFiles = files;
  evaluate(file)
    .then((value) => send({ value, missing: [...missing].toSorted() }))
    .catch(report);
}

if (process.argv[1] === import.meta.filename) runChild();

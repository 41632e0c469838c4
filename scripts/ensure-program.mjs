/* Bundles the program where the bundle of the last time is not in step with the sources (scripts/program.mjs). Runs
   before the commands, when the dependencies are there. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundledProgram, FOLDER, markOf, RECORD } from './program.mjs';

/**
 * Packages that every build loads, file by file; what they import comes with them. None of them may hold anything that a
 * package outside has to find again: it would have a second copy of its own.
 */
const BUNDLED = [
  'fastest-levenshtein',
  'github-slugger',
  'hast-util-sanitize',
  'hast-util-to-string',
  'oniguruma-parser',
  'oniguruma-to-es',
  'property-information',
  'satteri',
  'unist-util-visit',
  'yaml',
  'zod',
];
/** Scope of the packages that hold Sätteri's program, one for each system. */
const NATIVE = '@bruits/';
/** What a bundle hangs on beside the sources: the packages, how the names in imports are read, and this file. */
const BESIDE = ['package.json', join('node_modules', '.package-lock.json'), join('scripts', 'ensure-program.mjs')];
/** Of a bundle that is no longer the newest: who runs it may still load a part of it. */
const KEPT_MS = 24 * 60 * 60 * 1000;

const inNodeModules = (file) => file.includes(`${sep}node_modules${sep}`);

/** What an import names: a file that is bundled, or (true) what Node finds when the program runs. */
function isExternal(specifier, importer) {
  if (specifier.startsWith('node:')) return true;
  if (/^[./#]/.test(specifier)) return specifier.endsWith('.node');
  if (importer !== undefined && inNodeModules(importer)) return specifier.startsWith(NATIVE);
  return !BUNDLED.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}

/**
 * Files know where they lie by `import.meta`; in the bundle they go on to lie where their source does. A thread or process
 * that one starts becomes a part of the bundle.
 */
const keepPlaces = {
  name: 'keep-places',
  transform: {
    filter: { code: /import\.meta/ },
    handler(code, id) {
      const meta = { url: pathToFileURL(id).href, dirname: dirname(id), filename: id };
      return code
        .replace(/new URL\('([\w./-]+\.ts)', import\.meta\.url\)/g, (_, path) => {
          const fileName = `${basename(path, '.ts')}.mjs`;
          this.emitFile({ type: 'chunk', id: join(dirname(id), path), fileName });
          return `new URL('./${fileName}', import.meta['url'])`;
        })
        .replace(/import\.meta\.(url|dirname|filename)\b/g, (_, name) => JSON.stringify(meta[name]));
    },
  },
};

/** The patterns of common grammars are translated here, and not by each cold build: a tenth of it. */
const translatePatterns = {
  name: 'translate-patterns',
  load: {
    filter: { id: /[\\/]content[\\/]highlight[\\/]translated-patterns\.ts$/ },
    async handler(id) {
      const maker = join(dirname(id), 'common-patterns.ts');
      this.addWatchFile(maker);
      const { translateCommonPatterns } = await import(pathToFileURL(maker).href);
      const entries = JSON.stringify([...(await translateCommonPatterns())]);
      return { code: `export const TRANSLATED = new Map(JSON.parse(${JSON.stringify(entries)}));`, moduleType: 'js' };
    },
  },
};

/** @returns name of the folder that the bundle lies in, and the files it was made of, relative to `root` */
async function bundle(root) {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    cwd: root,
    input: { cli: join(root, 'src', 'cli.ts') },
    platform: 'node',
    tsconfig: false,
    external: isExternal,
    plugins: [keepPlaces, translatePatterns],
  });
  // The ending says what they are: without it Node reads each one twice to find out.
  const { output } = await build.generate({ format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  const files = await build.watchFiles;
  await build.close();
  const chunks = output.filter(({ type }) => type === 'chunk');
  const hash = createHash('sha256');
  for (const { fileName, code } of chunks) hash.update(fileName).update(code);
  const name = hash.digest('hex').slice(0, 16);
  writeWhole(join(root, FOLDER, name), chunks);
  const sources = files.filter((file) => file.startsWith(root + sep) && !inNodeModules(file));
  return { name, sources: sources.map((file) => relative(root, file)).sort() };
}

/** The folder is there with all its files, or not at all. What lies under its name is the same, and may be run at this moment. */
function writeWhole(folder, chunks) {
  const now = new Date();
  if (existsSync(folder)) return utimesSync(folder, now, now);
  const staged = `${folder}.${process.pid}`;
  mkdirSync(staged, { recursive: true });
  for (const { fileName, code } of chunks) writeFileSync(join(staged, fileName), code);
  try {
    renameSync(staged, folder);
  } catch (error) {
    // Another command was faster.
    rmSync(staged, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

function removeOld(folder, newest) {
  for (const name of readdirSync(folder)) {
    const age = Date.now() - statSync(join(folder, name)).mtimeMs;
    if (name !== newest && name !== RECORD && age > KEPT_MS) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Makes the bundle of the program at `root` where there is none in step. Throws where it cannot be made: commands run without. */
export async function ensureProgram(root) {
  if (bundledProgram(root) !== null) return;
  const started = Date.now();
  const { name, sources } = await bundle(root);
  // A file that is being written is not known to be the one that was read: the next command will see.
  const isBeingWritten = (file) => statSync(join(root, file)).mtimeMs >= started;
  if (sources.some(isBeingWritten)) return;
  const folder = join(root, FOLDER);
  const files = [join(FOLDER, name, 'cli.mjs'), ...BESIDE, ...sources];
  const record = { bundle: name, root, inputs: files.map((file) => [file, markOf(join(root, file))]) };
  const staged = join(folder, `${RECORD}.${process.pid}`);
  writeFileSync(staged, JSON.stringify(record));
  renameSync(staged, join(folder, RECORD));
  removeOld(folder, name);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    await ensureProgram(dirname(dirname(fileURLToPath(import.meta.url))));
  } catch (error) {
    console.error(`The program could not be bundled, and runs from its sources: ${error.message}`);
  }
}

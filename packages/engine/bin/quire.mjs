#!/usr/bin/env node
/* Runs the engine's command line from any folder: `node path/to/packages/engine/bin/quire.mjs build`. The sources need the
   Node of this project's dependencies, so an older one hands over to it. Plain JavaScript that Node 16 can read. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const engine = dirname(dirname(fileURLToPath(import.meta.url)));

/** The executable of the `node` package; null when the dependencies are not installed. */
function projectNode() {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve('node/package.json'));
    const file = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    return existsSync(file) ? file : null;
  } catch {
    return null;
  }
}

const node = projectNode();
if (node === null) {
  console.error(`The dependencies of the engine are not installed. Run \`npm ci\` in ${dirname(dirname(engine))} first.`);
  process.exit(1);
}
// The help shows how this file was started.
const env = { ...process.env, QUIRE_PROGRAM: `node ${process.argv[1]}` };
const child = spawn(node, [join(engine, 'src', 'cli.ts'), ...process.argv.slice(2)], { stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (status, signal) => process.exit(signal === null ? status : 1));

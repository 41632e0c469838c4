/**
 * Pauses a build while it publishes, so that a test can kill it there: `PAUSE_AT=3 node --import …/pause-publishing.ts …`
 * prints `paused` before the third change of the output folder, and waits forever. Load it before the build's own modules.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const pauseAt = Number(process.env['PAUSE_AT']);
const { renameSync, rmSync } = fs;
let changes = 0;
let hasBegun = false;

function beforeChange(): void {
  changes += 1;
  if (changes !== pauseAt) return;
  fs.writeSync(1, 'paused\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

if (isMainThread) {
  fs.renameSync = (from, to) => {
    hasBegun ||= String(to).endsWith('.interrupted');
    if (hasBegun) beforeChange();
    renameSync(from, to);
  };
  fs.rmSync = (path, options) => {
    if (hasBegun) beforeChange();
    rmSync(path, options);
  };
  syncBuiltinESMExports();
}

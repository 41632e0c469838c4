/* Runs a command of the project: `node scripts/command.mjs build`. Plain JavaScript, since Node loads a compiler to read
   the first file of TypeScript that it has not kept, which took 60 ms of each command. */
import { enableCompileCache } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundledProgram } from './program.mjs';

enableCompileCache();
const bundle = bundledProgram(dirname(import.meta.dirname));
await import(bundle === null ? '../src/cli.ts' : pathToFileURL(bundle).href);

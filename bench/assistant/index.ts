import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Benchmark } from '../bench-command.ts';

import { print } from '../report.ts';
import { buildInto } from '../site-server.ts';
import { measureReaders, measureStreams } from './streams.ts';

const config = join(import.meta.dirname, '../../website/site.config.ts');

export const benchmark: Benchmark = {
  summary: 'Answers: times with 20 readers at a time, memory with 500 streams from a slow model.',
  async run(args) {
    const dir = mkdtempSync(join(tmpdir(), 'bench-assistant-'));
    try {
      const build = join(dir, 'build');
      await buildInto(build, config, 'bench-assistant');
      const env = { QUERY_LOG_FILE: join(dir, 'queries.sqlite') };
      const { measured, answered } = await measureReaders(build, env);
      return print('assistant', [...measured, ...(await measureStreams(build, answered, env))], args.includes('--json'));
    } finally {
      rmSync(dir, { recursive: true });
    }
  },
};

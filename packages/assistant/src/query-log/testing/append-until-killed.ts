/** Appends to the log named on the command line and reports each acknowledged entry to its parent, until it is killed. */
import { openSqliteLog } from '../sqlite-log.ts';

const [, , file = ''] = process.argv;
const log = await openSqliteLog(file);
for (let batch = 0; ; batch += 1) {
  const queries = Array.from({ length: 5 }, (_, n) => `question ${batch}.${n}`);
  await Promise.all(
    queries.map(async (query) => {
      await log.append({ time: Date.now(), source: 'assistant', query, rating: null, outcome: null });
      process.send?.(query);
    }),
  );
}

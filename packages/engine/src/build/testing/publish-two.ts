/** Publishes the second of two outputs into a folder: `node publish-two.ts DIR`. */
import { createOutput } from '../output.ts';

const output = createOutput(process.argv[2] ?? '');
for (const [path, text] of Object.entries({
  'site/index.html': '<script src="/assets/2.js">',
  'site/assets/2.js': '2',
  'site/a': 'a file',
  'site/b/index.html': 'in a folder',
  'manifest.json': '2',
})) {
  await output.write(path, text);
}
await output.publish();

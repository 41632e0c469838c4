import { gzipSync, brotliCompressSync } from 'node:zlib';
import { writeFileSync } from 'node:fs';
import { graphql, createGraphQLReference } from './index.ts';
const root='/work/main';
let t=performance.now();
const { catalogue, problems } = await graphql.read({ dir: root+'/catalog', projectRoot: root });
console.log('read', performance.now()-t); t=performance.now();
for (const p of problems.slice(0,40)) console.log(p.file, p.line ?? '', p.message);
console.log(problems.length);
const pages = graphql.generate(catalogue, { basePath: '/docs', hasDoc: () => true });
console.log('gen', performance.now()-t);
for (const p of pages) { writeFileSync('/tmp/graphql/'+p.id.split('/')[1]+'.md', p.markdown); console.log(p.source, p.markdown.length, gzipSync(p.markdown).length, p.description.length); }

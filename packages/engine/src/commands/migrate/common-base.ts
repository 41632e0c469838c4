/** Infers the path under which a folder of Markdown was published (`baseUrl`) from the links of its pages. */
import type { Site } from '#build/site.ts';

const LINK = /(?:\]\(\s*<?|\bhref=["'])(\/[^)>\s"'#?]+)/g;
/** Maximum number of segments of the path. */
const MAX_STEPS = 4;

/** Returns the path, such as `/project/`, whose removal fixes at least half of the broken links, and the number of these links; null if there is none. */
export function commonBase({ docs, linkResolver }: Pick<Site, 'docs' | 'linkResolver'>): { base: string; links: number } | null {
  const counts = new Map<string, number>();
  let broken = 0;
  for (const doc of docs)
    for (const [, target = ''] of doc.body.matchAll(LINK)) {
      if (linkResolver.resolverFor(doc).resolveTarget(target).kind !== 'broken') continue;
      broken += 1;
      const steps = target.split('/').filter(Boolean);
      for (let length = 1; length <= Math.min(MAX_STEPS, steps.length - 1); length++)
        if (linkResolver.pageOf(`/${steps.slice(length).join('/')}`, doc) !== null) {
          const base = `/${steps.slice(0, length).join('/')}/`;
          counts.set(base, (counts.get(base) ?? 0) + 1);
          break;
        }
    }
  const [base, links] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? ['', 0];
  return links * 2 >= broken && /^(?:\/[\w.~-]+)+\/$/.test(base) ? { base, links } : null;
}

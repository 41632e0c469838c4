import { createHash } from 'node:crypto';
import { appendFileSync, globSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { Benchmark } from '../commands.ts';

import { buildFigures } from '../site-server.ts';
import { copyTree, LARGE_SITE, TREE_MISSING_MESSAGE, repeatTree, treeExists } from '../real-tree.ts';
import { median, print, round } from '../report.ts';
import type { Measured } from '../report.ts';

export const benchmark: Benchmark = {
  summary: 'Cold build, build after one edit, memory, 6,400 pages, growth of a page, same bytes twice.',
  async run(args) {
    if (!treeExists()) {
      process.stdout.write(`${TREE_MISSING_MESSAGE}\n`);
      return true;
    }
    const quick = args.includes('quick');
    const small = copyTree('bench-build');
    const large = quick ? null : repeatTree(LARGE_SITE);
    const measured = measureSmall(small.dir, small.config, small.tree);
    if (large !== null) measured.push(...measureLarge(large.dir, large.config, small.dir));
    // Delete the folders only at the end: for minutes after thousands of files were deleted, ext4 needs a millisecond for each new file.
    for (const site of [small, large]) if (site !== null) rmSync(site.dir, { recursive: true });
    return print('build', measured, args.includes('--json'));
  },
};

/** Measures three cold builds and three edits, and reports the medians. */
function measureSmall(dir: string, config: string, tree: string): Measured[] {
  const cold = [1, 2, 3].map((run) => buildFigures(dir, config, `cold-${run}`, '--no-cache'));
  buildFigures(dir, config, 'small');
  const edits = [1, 2, 3].map((edit) => {
    appendFileSync(join(tree, 'docs/posts.md'), `\nAn edit, the ${edit}th of them.\n`);
    return buildFigures(dir, config, 'small');
  });
  buildFigures(dir, config, 'again', '--no-cache');
  return [
    { key: 'pages', what: 'pages', value: cold[0]?.pages ?? 0, unit: '' },
    { key: 'coldSeconds', what: 'cold build, caches empty', value: round(median(cold.map((one) => one.milliseconds)) / 1000), unit: 's' },
    {
      key: 'afterOneEditSeconds',
      what: 'build after one edit',
      value: round(median(edits.map((one) => one.milliseconds)) / 1000),
      unit: 's',
    },
    { key: 'peakMiB', what: 'peak memory, largest process', value: median(cold.map((one) => one.peakMiB)), unit: 'MiB' },
    {
      key: 'differingFiles',
      what: 'files that differ between two builds',
      value: differingFiles(join(dir, 'small'), join(dir, 'again')),
      unit: 'files',
    },
  ];
}

function measureLarge(dir: string, config: string, smallDir: string): Measured[] {
  const figures = buildFigures(dir, config, 'large', '--no-cache');
  const growth = pageGrowth(join(smallDir, 'small/site'), join(dir, 'large/site'));
  return [
    { key: 'largeSitePages', what: 'large site: pages', value: figures.pages, unit: '' },
    { key: 'largeSiteSeconds', what: 'large site: cold build', value: round(figures.milliseconds / 1000), unit: 's' },
    { key: 'largeSitePeakMiB', what: 'large site: peak memory', value: figures.peakMiB, unit: 'MiB' },
    { key: 'pageGrowthPercent', what: "large site: growth of a page's HTML (median)", value: growth, unit: '%' },
  ];
}

/** Median growth of a page from the small site to the large one, in percent. The edited page is skipped, because its text differs. */
function pageGrowth(small: string, large: string): number {
  const pages = globSync('docs/**/index.html.br', { cwd: small }).filter((file) => !file.includes('docs/posts'));
  return round(median(pages.map((file) => 100 * (statSync(join(large, file)).size / statSync(join(small, file)).size - 1))));
}

function differingFiles(one: string, other: string): number {
  const digest = (dir: string): Map<string, string> =>
    new Map(
      globSync('**/*', { cwd: dir, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((file) => [file.slice(dir.length), createHash('sha256').update(readFileSync(file)).digest('hex')]),
    );
  const [first, second] = [digest(one), digest(other)];
  return [...new Set([...first.keys(), ...second.keys()])].filter((file) => first.get(file) !== second.get(file)).length;
}

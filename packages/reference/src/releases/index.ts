import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { z } from 'zod';

import { readYamlFile } from '../catalogue/read-yaml.ts';
import type { GenerateContext, GeneratedPage, ReferencePart } from '../contract.ts';
import { blocks, table } from '../markdown/blocks.ts';
import { sentence } from '../markdown/escape.ts';
import { releasesSchema } from '../schema/cli.ts';

export type Releases = z.output<typeof releasesSchema>['releases'];

export interface ReleaseCatalogue {
  releases: Releases;
  file: string;
}

const REPOSITORY = 'https://github.com/datahub-project/datahub';

/** The page of the project's releases, `/docs/releases`. */
export const releases: ReferencePart<ReleaseCatalogue> = {
  async read({ dir, projectRoot }) {
    const absolute = join(dir, 'releases.yaml');
    const nothing = { releases: [], file: '' };
    if (!existsSync(absolute)) return { catalogue: nothing, problems: [] };
    const found = await readYamlFile(absolute, projectRoot, releasesSchema);
    if ('problems' in found) return { catalogue: nothing, problems: found.problems };
    const { data, file } = found.read;
    return { catalogue: { releases: data.releases, file }, problems: [] };
  },
  generate: ({ releases: all, file }, context) => (all.length === 0 ? [] : [releasesPage(all, file, context)]),
};

function releasesPage(all: Releases, file: string, { basePath, hasDoc }: GenerateContext): GeneratedPage {
  const years = Map.groupBy(all, (release) => release.date.slice(0, 4));
  const [newest] = all;
  const upgrade = hasDoc('how/updating-datahub.md')
    ? 'What to do before an upgrade stands in [Updating DataHub](how/updating-datahub.md).'
    : '';
  const markdown = blocks(
    `The newest release listed here is **${newest?.version ?? ''}** of ${shownDate(newest?.date ?? '')}. Each version leads to its notes and files at the project's repository.`,
    upgrade,
    ...[...years].flatMap(([year, ofYear]) => [`## ${year} {#releases-${year}}`, releaseTable(ofYear)]),
  );
  return {
    id: 'releases',
    source: 'releases.md',
    path: `${basePath}/releases`,
    title: 'DataHub releases',
    sidebarLabel: 'Releases',
    sidebarPosition: null,
    description: 'All releases of open-source DataHub with the day each was published and a link to its release notes.',
    keywords: ['version', 'changelog', 'release notes', 'latest version', 'upgrade'],
    markdown: `${markdown}\n`,
    file,
  };
}

function releaseTable(ofYear: Releases): string {
  const noted = ofYear.some((release) => release.note !== undefined);
  const rows = ofYear.map(({ version, date, note }) => [
    `[${version}](${REPOSITORY}/releases/tag/${version})`,
    shownDate(date),
    ...(noted ? [sentence(note ?? '')] : []),
  ]);
  return table(['Version', 'Published', ...(noted ? ['Known for'] : [])], rows);
}

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** `2023-06-13` as `13 June 2023`. */
function shownDate(iso: string): string {
  const [year = '', month = '', day = ''] = iso.split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`;
}

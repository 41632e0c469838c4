/** Generates the page of the project's releases, and its Atom feed. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { Feed } from 'feed';
import { micromark } from 'micromark';
import { z } from 'zod';

import { forXml } from '@quire/engine/content/feed-xml.ts';

import { blocks, sentence, table } from './markdown.ts';
import { aliasesSchema, questionsSchema, REPOSITORY } from './generator.ts';
import { readYamlFile } from './catalog-files.ts';
import type { GenerateContext, GeneratedPage, ReferenceGenerator } from './generator.ts';

const text = z.string().min(1, 'must not be empty');

/** Shape of `catalog/releases.yaml`. */
export const releasesSchema = z.strictObject({
  questions: questionsSchema.default([]),
  aliases: aliasesSchema.default([]),
  /** Newest first. */
  releases: z.array(
    z.strictObject({
      version: z.string().regex(/^v\d+(\.\d+)+$/, 'must look like v0.10.4'),
      date: z.iso.date('must look like 2023-06-13'),
      /** Changes that need action before or during the upgrade; one sentence or two each. */
      breaking: z.array(text).default([]),
      /** Other notable changes and deprecations. */
      changes: z.array(text).default([]),
    }),
  ),
});

type ReleasesFile = z.output<typeof releasesSchema>;
type Release = ReleasesFile['releases'][number];

export interface ReleaseCatalog {
  data: ReleasesFile;
  file: string;
}

/** The generator of `/docs/releases` and its feed. */
export const releases: ReferenceGenerator<ReleaseCatalog> = {
  async read({ dir, projectRoot }) {
    const absolute = join(dir, 'releases.yaml');
    const empty = { data: releasesSchema.parse({ releases: [] }), file: '' };
    if (!existsSync(absolute)) return { catalog: empty, problems: [] };
    const found = await readYamlFile(absolute, projectRoot, releasesSchema);
    return 'problems' in found ? { catalog: empty, problems: found.problems } : { catalog: found.read, problems: [] };
  },
  generate: (catalog, context) => (catalog.data.releases.length === 0 ? [] : [releasesPage(catalog, context)]),
  files: (catalog, context) =>
    catalog.data.releases.length === 0 ? [] : [{ path: feedPath(context), text: releasesFeed(catalog.data.releases, context) }],
};

const feedPath = ({ basePath }: GenerateContext): string => `${basePath}/releases/feed.xml`;

/** Feed readers store older entries. */
const MAX_FEED_ENTRIES = 20;

/** Returns the Atom feed of the newest releases with their changes. */
function releasesFeed(all: readonly Release[], context: GenerateContext): string {
  const page = `${context.siteUrl}${context.basePath}/releases`;
  const dateOf = ({ date }: Release): Date => new Date(`${date}T00:00:00Z`);
  const [newest] = all;
  const feed = new Feed({
    title: 'DataHub releases',
    description: 'Releases of open-source DataHub, with what changed in each.',
    id: page,
    link: page,
    language: 'en',
    feedLinks: { atom: `${context.siteUrl}${feedPath(context)}` },
    author: { name: 'DataHub Project Authors' },
    copyright: '',
    ...(newest !== undefined && { updated: dateOf(newest) }),
  });
  for (const release of all.slice(0, MAX_FEED_ENTRIES)) {
    const isDescribed = release.breaking.length + release.changes.length > 0;
    feed.addItem({
      title: release.version,
      id: `${REPOSITORY}/releases/tag/${release.version}`,
      link: isDescribed ? `${page}#${anchorOf(release)}` : `${REPOSITORY}/releases/tag/${release.version}`,
      date: dateOf(release),
      ...(isDescribed && { content: micromark(absoluteLinks(changesOf(release), context)) }),
    });
  }
  return forXml(feed, ['title', 'description']).atom1();
}

/** Resolves the links of catalog texts, which are relative to the docs root. */
function absoluteLinks(markdown: string, { siteUrl, basePath }: GenerateContext): string {
  return markdown.replace(
    /\]\(\.\/([^)#]+?)(?:\/index)?\.md(#[^)]*)?\)/g,
    (_, path: string, hash = '') => `](${siteUrl}${basePath}/${path}${hash})`,
  );
}

function releasesPage({ data, file }: ReleaseCatalog, { basePath, hasDoc }: GenerateContext): GeneratedPage {
  const { releases: all, questions, aliases } = data;
  const [newest] = all;
  const described = all.filter((release) => release.breaking.length + release.changes.length > 0);
  const years = Map.groupBy(all, (release) => release.date.slice(0, 4));
  const markdown = blocks(
    `The newest release on this page is **${newest?.version ?? ''}**, published on ${shownDate(newest?.date ?? '')}. Each version number links to the release notes and files in the project's repository. To be notified of new releases, subscribe to the [feed](${basePath}/releases/feed.xml).`,
    hasDoc('how/updating-datahub.md') ? 'Before you upgrade, read [Updating DataHub](how/updating-datahub.md).' : null,
    ...described.map(releaseNotes),
    '## All releases {#all-releases}',
    ...[...years].flatMap(([year, ofYear]) => [
      `### ${year} {#releases-${year}}`,
      table(
        ['Version', 'Published'],
        ofYear.map((release) => [releaseLink(release), shownDate(release.date)]),
      ),
    ]),
  );
  return {
    id: 'releases',
    source: 'releases.md',
    path: `${basePath}/releases`,
    title: 'DataHub releases',
    sidebarLabel: 'Releases',
    sidebarPosition: null,
    // The release notes of Managed DataHub are before it.
    previous: null,
    description: 'All releases of open-source DataHub: version, date, what changed, and a link to the release notes of each.',
    keywords: ['version', 'changelog', 'release notes', 'latest version', 'upgrade'],
    feed: `${basePath}/releases/feed.xml`,
    questions,
    aliases,
    markdown: `${markdown}\n`,
    file,
  };
}

const anchorOf = ({ version }: Release): string => version.replaceAll('.', '-');

function releaseNotes(release: Release): string {
  const { version, date, breaking, changes } = release;
  return blocks(
    `## ${version} <small>· ${shownDate(date)}</small> {#${anchorOf(release)}}`,
    // The date is also in the text, because answers quote the text of a section without its heading.
    `Version ${version.slice(1)} was released on ${shownDate(date)}. See the [release notes of ${version}](${REPOSITORY}/releases/tag/${version}).`,
    breaking.length === 0 ? null : blocks(`:::warning[${BREAKING}]`, listOf(breaking), ':::'),
    changes.length === 0 ? null : listOf(changes),
  );
}

const BREAKING = 'Before you upgrade';

const listOf = (items: readonly string[]): string => items.map((item) => `- ${sentence(item)}`).join('\n');

/** Renders the changes of a release without admonitions, which feed readers cannot display. */
function changesOf({ breaking, changes }: Release): string {
  return blocks(
    breaking.length === 0 ? null : blocks(`**${BREAKING}**`, listOf(breaking)),
    changes.length === 0 ? null : blocks('**Changes**', listOf(changes)),
  );
}

const releaseLink = ({ version }: Release): string => `[${version}](${REPOSITORY}/releases/tag/${version})`;

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** Formats `2023-06-13` as `13 June 2023`. */
function shownDate(iso: string): string {
  const [year = '', month = '', day = ''] = iso.split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`;
}

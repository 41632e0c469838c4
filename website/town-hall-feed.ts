/** Generates the Atom feed of recorded town halls from the page that lists them. */
import { Feed } from 'feed';
import { micromark } from 'micromark';

import type { ContentContext, ContentContribution, Plugin } from '@quire/engine';

/** Id of the page that lists the town halls. */
const PAGE = 'townhall-history';
/** Feed readers store older entries. */
const MAX_FEED_ENTRIES = 20;

interface TownHall {
  /** The text of the section's heading: `23 March 2023`. */
  name: string;
  date: Date;
  recording: string;
  /** The topics as a Markdown list. */
  topics: string;
}

/** Returns the meetings under headings such as `### [23 March 2023](https://…)`, in page order. Sections without a recording are skipped. */
export function readTownHalls(markdown: string): TownHall[] {
  return markdown.split(/^(?=#{2,3} )/m).flatMap((section) => {
    const [, name, recording] = /^### \[(\d{1,2} [A-Z][a-z]+ \d{4})\]\((https:\/\/[^\s)]+)\)\s*$/m.exec(section) ?? [];
    if (name === undefined || recording === undefined) return [];
    return [{ name, date: new Date(`${name} UTC`), recording, topics: section.match(/^[-*] .*$/gm)?.join('\n') ?? '' }];
  });
}

/** Creates the plugin that adds the feed to the site. */
export function townHallFeed(): Plugin {
  return { name: 'town-hall-feed', root: import.meta.dirname, content: (context) => Promise.resolve(contribute(context)) };
}

function contribute({ docs, basePath, siteUrl }: ContentContext): ContentContribution {
  const page = docs.find(({ id }) => id === PAGE);
  const meetings = readTownHalls(page?.body ?? '');
  const [newest] = meetings;
  if (page === undefined || newest === undefined) {
    const message = `The feed of town halls needs at least one on the page "${PAGE}". Add a heading such as "### [23 March 2023](https://…)" with the address of the recording.`;
    return { docs: [], files: {}, fingerprint: '', problems: [{ file: page?.file ?? PAGE, message, severity: 'error' }] };
  }
  const path = `${basePath}/townhalls/feed.xml`;
  const list = `${siteUrl}${page.path}`;
  const feed = new Feed({
    title: 'DataHub town halls',
    description: 'Recordings of the monthly meeting of the DataHub community, with the topics of each.',
    id: list,
    link: list,
    language: 'en',
    feedLinks: { atom: `${siteUrl}${path}` },
    author: { name: 'DataHub Project Authors' },
    copyright: '',
    updated: newest.date,
  });
  for (const { name, date, recording, topics } of meetings.slice(0, MAX_FEED_ENTRIES)) {
    const anchor = name.toLowerCase().replaceAll(' ', '-');
    const absoluteTopics = topics.replace(
      /\]\((?!https?:)(?:\.\/)?([^)#]+?)\.md(#[^)]*)?\)/g,
      (_, target: string, hash = '') => `](${siteUrl}${basePath}/${target}${hash})`,
    );
    feed.addItem({
      title: `Town hall of ${name}`,
      id: recording,
      link: `${list}#${anchor}`,
      date,
      content: micromark(`[Watch the recording](${recording})\n\n${absoluteTopics}`),
    });
  }
  return { docs: [], problems: [], fingerprint: '', files: { [path]: feed.atom1() } };
}

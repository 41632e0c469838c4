/** What the indexer's process runs (`search-process.ts` starts it): it analyses pages as they come, and makes the index at the end. */
import { type Section, plainText } from '@quire/search';

import { type Failure, lowerThreadPriority, peakMiB, sendFailure } from './process-resources.ts';
import { createSearchIndexMaker, type IndexTask, type PageToIndex, type SearchIndexFile } from './search-index.ts';

export interface MadeIndex extends SearchIndexFile {
  /** Of the process that made it. */
  peakMiB: number;
}

/** A section on its way: the text is not sent where it can be read from the text with marks. */
export type SentSection = Omit<Section, 'text'> & { text?: string };

export interface SentPage extends Omit<PageToIndex, 'sections'> {
  sections?: SentSection[];
}

/** What the build tells the process: some pages, or that there are no more. */
export type Message = { begin: IndexTask } | { add: SentPage[] } | { finish: true };
/** What the process tells the build: first which pages it knows, where anything is kept; at last the index. */
export type Answer = { kept: readonly string[] } | { made: MadeIndex } | Failure;

const received = (section: SentSection): Section => ({ ...section, text: section.text ?? plainText(section.marked ?? '') });

sendFailure();
const maker = createSearchIndexMaker(process.argv[2] ?? null);
const answer = (said: Answer, then = (): void => undefined): void => void process.send?.(said, then);

process.on('message', (message: Message) => {
  if ('add' in message) {
    for (const { sections, ...page } of message.add)
      maker.add(sections === undefined ? page : { ...page, sections: sections.map(received) });
    return;
  }
  if ('begin' in message) {
    maker.begin(message.begin);
    return;
  }
  answer({ made: { ...maker.finish(), peakMiB: peakMiB() } }, () => process.disconnect());
});
if (process.argv[2] !== undefined) answer({ kept: maker.kept });
// The build waited for that.
lowerThreadPriority();
maker.readAhead();

/** The data of a site that its assistant needs in the browser, and its hosts without a service. */
import type { SiteData } from '@quire/engine/model/site.ts';
import { withBase } from '@quire/engine/model/url.ts';
import type { ModelFields } from '#contract.ts';

/** The words of "Was this page helpful?". */
export type PageRatingWords = Readonly<
  Record<'question' | 'yes' | 'no' | 'whatHelped' | 'whatIsMissing' | 'send' | 'thanks' | 'failed', string>
>;

/** The assistant's configuration in the browser: its backend, and the fields of its requests. */
export interface AssistantClientData extends ModelFields {
  /** The words of the dialog. */
  dialog: Readonly<
    Record<'name' | 'placeholder' | 'introduction' | 'questionsAboutPage' | 'commonQuestions' | 'disclaimer' | 'poweredBy', string>
  >;
  /** `browser`: a worker answers from the search index because the site has no server. */
  provider: 'server' | 'browser';
  /** Public key that requests carry. */
  projectKey: string;
  /** Public key of the query log. */
  queryLogKey: string;
  /** Text of the question whether a page was helpful; null: readers are not asked. */
  pageRatings: PageRatingWords | null;
  iDontKnowMessage: string;
  sectionsMatchCount: number;
  sectionsMatchThreshold: number;
}

/** The part of the site that answering needs. */
export interface AssistantSite extends Pick<SiteData, 'baseUrl' | 'docSet' | 'title' | 'words'> {
  assistant: AssistantClientData;
}

/** The part of the site that the dialog needs. */
export type DialogSite = AssistantSite & Pick<SiteData, 'url' | 'docs' | 'links' | 'locale'>;

/** @throws Error when the site was built without the assistant */
export function assistantData({ plugins }: Pick<SiteData, 'plugins'>): AssistantClientData {
  const data = plugins['assistant'];
  if (data === undefined) throw new Error('This site was built without the assistant.');
  return data as AssistantClientData;
}

/** @throws Error when the site was built without the assistant */
export function dialogSite(site: SiteData): DialogSite {
  return { ...site, assistant: assistantData(site) };
}

/**
 * Returns a function that fetches a JSON file of the assistant once. A failure is not cached, so the next call retries.
 * @throws Error that names the address
 */
export function createFetchOnce<Content>(
  { baseUrl, docSet }: Pick<AssistantSite, 'baseUrl' | 'docSet'>,
  name: string,
): () => Promise<Content> {
  const address = withBase(baseUrl, `${docSet?.prefix ?? ''}/${name}`);
  let file: Promise<Content> | null = null;

  async function fetchFile(): Promise<Content> {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address} answered with status ${response.status}.`);
    return (await response.json()) as Content;
  }

  return () =>
    (file ??= fetchFile().catch((error: unknown) => {
      file = null;
      throw error;
    }));
}

// Static hosts, which only serve files, are recognized by their answer to a POST.

/** Statuses with which static hosts answer a POST. */
export const NO_SERVICE: ReadonlySet<number> = new Set([404, 405, 501]);

/** Static hosts may answer any request with an HTML page. */
export const isDocument = ({ headers }: Response): boolean => headers.get('Content-Type')?.startsWith('text/html') === true;

/** Whether a host has no service at the address of this answer. */
export const lacksService = (response: Response): boolean => NO_SERVICE.has(response.status) || (response.ok && isDocument(response));

import type { AssistantFile } from '@quire/assistant/protocol/assistant-file.ts';
import { normalizePath } from '#model/url.ts';

import { frontPagesOf } from './fallback-pages.ts';
import type { Site } from './site.ts';

/** `assistant.json`: what the assistant's dialog fetches when it is opened. */
export function assistantFile(site: Site): AssistantFile {
  return {
    promptTemplate: site.config.assistant.promptTemplate,
    documents: Object.fromEntries(site.docs.map(({ id, path, title }) => [id, [path, title]])),
    otherPages: frontPagesOf(site)
      .filter(({ kind }) => kind !== 'not-found')
      .map(({ path }) => normalizePath(path)),
  };
}

/** Puts the dialog into the document, once; it is fetched when somebody is about to ask. */
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { withBase } from '@quire/engine/model/url.ts';
import type { DialogSite } from './assistant-site.ts';
import { createAnswerSource } from './create-answer-source.ts';
import { AssistantDialog, type AssistantDialogProps } from './dialog/assistant-dialog.tsx';
import { createAssistantFile } from './fetch-assistant-file.ts';
import { createQueryLogClient, NO_QUERY_LOG } from './query-log-client.ts';
import { createAssistantSession } from './session.ts';

export interface MountedAssistant {
  /** Opens the dialog at once. */
  open(): void;
}

export function mountAssistant(site: DialogSite, follow: AssistantDialogProps['follow']): MountedAssistant {
  const { baseUrl, assistant } = site;
  const fetchFile = createAssistantFile(baseUrl);
  const hasLog = assistant.provider === 'server';
  const session = createAssistantSession({
    source: createAnswerSource({ site, file: fetchFile }),
    log: hasLog ? createQueryLogClient(withBase(baseUrl, '/rest/v1/queries'), assistant.queryLogKey) : NO_QUERY_LOG,
    iDontKnowMessage: assistant.iDontKnowMessage,
  });
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  flushSync(() => root.render(<AssistantDialog {...{ site, session, fetchFile, follow }} />));
  return { open: () => flushSync(session.open) };
}

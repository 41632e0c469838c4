/** Mounts the dialog in the document once. This module is fetched when the reader is about to ask. */
import type { SiteData } from '@quire/engine/model/site.ts';
import { createTranslate } from '@quire/engine/model/interface-words.ts';
import { withBase } from '@quire/engine/model/url.ts';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { AnswerOptions, AssistantFile } from '#answer-settings.ts';
import { createAnswerSource } from './answer-source.ts';
import { createFetchOnce, type DialogSite, dialogSite } from './assistant-site.ts';
import { AssistantDialog, type AssistantDialogProps } from './dialog/assistant-dialog.tsx';
import { createAssistantSession, createQueryLogClient, NO_QUERY_LOG, withReaderEvents } from './session.ts';
import styleSheet from './styles/assistant-dialog.css?url';

export interface MountedAssistant {
  /** Opens the dialog at once, and asks the question if there is one. @param typed text for the field, which typing continues */
  open(question?: string, typed?: string): void;
}

function mountAssistant(site: DialogSite, { follow, questions }: Pick<AssistantDialogProps, 'follow' | 'questions'>): MountedAssistant {
  const { baseUrl, assistant } = site;
  const fetchFile = createFetchOnce<AssistantFile>(site, 'assistant.json');
  const answers = createFetchOnce<AnswerOptions>({ baseUrl }, 'assistant-answers.json');
  const hasLog = assistant.provider === 'server';
  const session = createAssistantSession({
    source: createAnswerSource({ site, file: fetchFile, answers }),
    log: withReaderEvents(hasLog ? createQueryLogClient(withBase(baseUrl, '/rest/v1/queries'), assistant.queryLogKey) : NO_QUERY_LOG),
    iDontKnowMessage: assistant.iDontKnowMessage,
    translate: createTranslate(site),
  });
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  flushSync(() => root.render(<AssistantDialog {...{ site, session, fetchFile, follow, questions }} />));
  return {
    open(question = '', typed = '') {
      flushSync(() => session.open(typed));
      const field = document.activeElement;
      if (typed !== '' && field instanceof HTMLInputElement) field.setSelectionRange(typed.length, typed.length);
      void session.submit(question);
    },
  };
}

/** Loads the stylesheet on demand. @throws Error that names the address */
function loadStyleSheet(): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = styleSheet;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`${styleSheet} could not be fetched.`));
    });
    document.head.append(link);
  });
}

export async function loadDialog(site: SiteData, page: Pick<AssistantDialogProps, 'follow' | 'questions'>): Promise<MountedAssistant> {
  await loadStyleSheet();
  return mountAssistant(dialogSite(site), page);
}

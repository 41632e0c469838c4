/** The assistant's dialog with its stylesheet, fetched when a reader is about to ask. */
import type { SiteData } from '@quire/engine/model/site.ts';

import { dialogSite } from './assistant-site.ts';
import type { AssistantDialogProps } from './dialog/assistant-dialog.tsx';
import { mountAssistant, type MountedAssistant } from './mount-assistant.tsx';
import styleSheet from './styles/assistant-dialog.css?url';

/** A stylesheet of its own: readers who ask nothing do not load it. @throws Error that names the address */
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

export async function loadDialog(site: SiteData, follow: AssistantDialogProps['follow']): Promise<MountedAssistant> {
  await loadStyleSheet();
  return mountAssistant(dialogSite(site), follow);
}

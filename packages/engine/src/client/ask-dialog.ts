/** The assistant's dialog with its style sheet, fetched when somebody is about to ask. */
import { site } from 'virtual:site';
import { mountAssistant, type MountedAssistant } from '@quire/assistant/browser/mount-assistant.tsx';
import { followCitation } from './prose/passage.ts';
import styleSheet from './styles/assistant-dialog.css?url';

/** Not in the sheet of the site: readers who ask nothing need none of it. @throws Error that names the address */
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

export async function bringAssistant(): Promise<MountedAssistant> {
  await loadStyleSheet();
  return mountAssistant(site, followCitation);
}

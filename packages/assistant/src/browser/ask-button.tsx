import { useSite } from '@quire/engine/client/layout/site-context.tsx';
import { askIcon, Icon } from '@quire/engine/client/ui/icon.tsx';

import { createTranslate } from '@quire/engine/model/interface-words.ts';

import { assistantData } from './assistant-site.ts';
import type { AssistantTranslate } from '#assistant-words.ts';

/** The button that opens the assistant. The shell starts the assistant on the first user intent. Without JavaScript, the button is hidden. */
function AskButton({ className }: { className: string }) {
  const { name } = assistantData(useSite()).dialog;
  return (
    <button type="button" className={className} data-ask="" aria-haspopup="dialog">
      <Icon icon={askIcon} />
      <span>{name}</span>
    </button>
  );
}

/** The button beside the search, where it is always in view and never covers the text. */
export function NavbarEnd() {
  return <AskButton className="ask-button ask-navbar needs-script" />;
}

/** The button beside the field of the search page, which asks what the field contains. */
export function SearchFormEnd() {
  return <AskButton className="button ask-field needs-script" />;
}

/** The button at the end of each page, for readers who have not found their answer on it. */
export function AfterFooter() {
  const translate: AssistantTranslate = createTranslate(useSite());
  return (
    <aside className="ask-launcher needs-script" aria-label={translate('Assistant')}>
      <AskButton className="ask-button" />
    </aside>
  );
}

/** The container of "Was this page helpful?", which start-assistant.ts fills. React does not touch its content. */
export function DocEnd({ path }: { path: string }) {
  if (assistantData(useSite()).pageRatings === null) return null;
  return <div key={path} data-page-rating={path} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
}

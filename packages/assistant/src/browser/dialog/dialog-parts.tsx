/** Parts of the dialog: icons, icon buttons, copying, and translations. */
import { LineIcon } from '@quire/search/client';
import { type ComponentProps, createContext, useContext, useState } from 'react';
import { type AssistantTranslate, IN_ENGLISH } from '#assistant-words.ts';

/** The path data of the icons of the dialog. */
const DRAWINGS = {
  ask: 'M12 4l1.6 4.9a2 2 0 0 0 1.3 1.3L20 12l-5.1 1.8a2 2 0 0 0-1.3 1.3L12 20l-1.6-4.9a2 2 0 0 0-1.3-1.3L4 12l5.1-1.8a2 2 0 0 0 1.3-1.3z',
  send: 'M12 19V5M6 11l6-6 6 6',
  stop: 'M7 7h10v10H7z',
  close: 'm6 6 12 12M18 6 6 18',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  up: 'M7 10.5 11 4c1.6 0 2.3 1.1 2 2.6L12.5 10h5.3c1.2 0 2 1.1 1.7 2.2l-1.6 6.2A2 2 0 0 1 16 20H7zM7 10.5H4V20h3',
  down: 'M7 13.5 11 20c1.6 0 2.3-1.1 2-2.6l-.5-3.4h5.3c1.2 0 2-1.1 1.7-2.2l-1.6-6.2A2 2 0 0 0 16 4H7zM7 13.5H4V4h3',
  search: 'M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12Zm4.5 10.5L20 20',
  chat: 'M5 5h14v10H11l-4 4v-4H5z',
  again: 'M19 12a7 7 0 1 1-2.2-5.1M19 4v4h-4',
};

export function AssistantIcon({ name }: { name: keyof typeof DRAWINGS }) {
  return <LineIcon path={DRAWINGS[name]} />;
}

interface IconButtonProps extends ComponentProps<'button'> {
  icon: keyof typeof DRAWINGS;
  /** Accessible name, and the tooltip unless there is a `title`. */
  label: string;
}

/** A button with an icon instead of a text. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={className === undefined ? 'icon-button' : `icon-button ${className}`}
      aria-label={label}
      title={label}
      {...rest}
    >
      <AssistantIcon name={icon} />
    </button>
  );
}

/** Translates the texts of the dialog into the language of the site. */
export const TranslateContext = createContext(IN_ENGLISH);

export const useTranslate = (): AssistantTranslate => useContext(TranslateContext);

/** Returns what came of the last copy, '' before the first, and a function that copies a text. @param onOutcome called with each outcome */
export function useCopy(onOutcome?: (outcome: string) => void): [outcome: string, copy: (text: string) => void] {
  const [outcome, setOutcome] = useState('');
  const translate = useTranslate();
  const report = (message: string): void => {
    setOutcome(message);
    onOutcome?.(message);
  };
  function copy(text: string): void {
    // The clipboard API is absent without TLS.
    const writing = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    writing.then(
      () => report(translate('Copied')),
      () => report(translate('The browser does not allow copying. Select the text and copy it.')),
    );
  }
  return [outcome, copy];
}

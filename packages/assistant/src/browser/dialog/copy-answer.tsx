import { useState } from 'react';
import { AssistantIcon } from './assistant-icon.tsx';

/** Markdown whose links lead to this site from wherever it is pasted. */
export function portableMarkdown(answer: string, origin: string): string {
  return answer.replaceAll('](/', `](${origin}/`);
}

/** Puts the answer on the clipboard, as Markdown, and says what became of it. */
export function CopyAnswer({ answer, onSay }: { answer: string; onSay: (message: string) => void }) {
  const [outcome, setOutcome] = useState('');
  const tell = (message: string): void => {
    setOutcome(message);
    onSay(message);
  };
  const copy = (): void => {
    // Absent where the site is served without TLS.
    const writing = navigator.clipboard?.writeText(portableMarkdown(answer, location.origin)) ?? Promise.reject(new Error('no clipboard'));
    writing.then(
      () => tell('Copied'),
      () => tell('The browser does not allow it: select the text and copy it.'),
    );
  };
  return (
    <>
      <span>{outcome}</span>
      <button type="button" className="icon-button" aria-label="Copy answer" title="Copy answer" onClick={copy}>
        <AssistantIcon name="copy" />
      </button>
    </>
  );
}

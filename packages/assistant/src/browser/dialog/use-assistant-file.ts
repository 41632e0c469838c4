import { useEffect, useMemo, useState } from 'react';
import type { AssistantFile } from '../../protocol/assistant-file.ts';
import type { KnownPage } from '../markdown/link-target.ts';

export interface KnownPages {
  /** Null until it has come. */
  file: AssistantFile | null;
  pages: ReadonlyMap<string, KnownPage> | null;
}

/** Fetches `assistant.json` when the dialog is open. Without it answers come all the same; sources are not named then. */
export function useAssistantFile(isOpen: boolean, fetchFile: () => Promise<AssistantFile>): KnownPages {
  const [file, setFile] = useState<AssistantFile | null>(null);
  useEffect(() => {
    if (isOpen && file === null) fetchFile().then(setFile, (error: unknown) => console.warn('Sources cannot be named.', error));
  }, [isOpen, file, fetchFile]);
  return useMemo(() => ({ file, pages: file === null ? null : pagesOf(file) }), [file]);
}

function pagesOf({ documents, otherPages }: AssistantFile): ReadonlyMap<string, KnownPage> {
  const named = Object.values(documents).map(([path, title]) => [path, { title }] as const);
  return new Map<string, KnownPage>([...otherPages.map((path) => [path, { title: null }] as const), ...named]);
}

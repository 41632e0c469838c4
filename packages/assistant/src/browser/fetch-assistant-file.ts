import { withBase } from '@quire/engine/model/url.ts';
import type { AssistantFile } from '../protocol/assistant-file.ts';

/** Fetches `assistant.json` once; a failure is not kept, so that the next call tries again. @throws Error that names the address */
export function createAssistantFile(baseUrl: string): () => Promise<AssistantFile> {
  const address = withBase(baseUrl, '/assistant.json');
  let file: Promise<AssistantFile> | null = null;

  async function fetchFile(): Promise<AssistantFile> {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address} answered with status ${response.status}.`);
    return (await response.json()) as AssistantFile;
  }

  return () =>
    (file ??= fetchFile().catch((error: unknown) => {
      file = null;
      throw error;
    }));
}

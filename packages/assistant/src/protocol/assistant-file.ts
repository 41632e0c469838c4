/** `assistant.json`: what the dialog fetches when it is opened, since it grows with the site or is long (D3). */
import type { AnswerOptions } from '../answer-settings.ts';

export interface AssistantFile {
  /** Instruction of the model, as it is sent with each question; null: the built-in one. */
  promptTemplate: string | null;
  /** How questions are answered where a worker of the browser does it. */
  answers: AnswerOptions;
  /** Documents of the first docs version by id: path without base URL, and title. */
  documents: Readonly<Record<string, readonly [path: string, title: string]>>;
  /** Paths of the other pages. */
  otherPages: readonly string[];
}

/** A page that an answer draws on. */
export interface Reference {
  /** Its place in the list that the server sent, from 1: the number of its citations. */
  number: number;
  path: string;
  title: string;
  /** The path without the prefix that all documents share. */
  label: string;
}

/** `docs/quickstart.md` → `docs/quickstart`. A dot within the last name may belong to it: `v0.10.5` has no extension. */
const EXTENSION = /\.(?!\d)[a-z0-9]+$/i;

/** The pages of references, in their order; unknown ids are left out, and a page is named once. @param docsPath e.g. `/docs` */
export function resolveReferences(ids: readonly string[], { documents }: Pick<AssistantFile, 'documents'>, docsPath: string): Reference[] {
  const found = new Map<string, Reference>();
  for (const [place, id] of ids.entries()) {
    const name = [id, id.replace(EXTENSION, '')].find((one) => Object.hasOwn(documents, one));
    const document = name === undefined ? undefined : documents[name];
    if (document === undefined) continue;
    const [path, title] = document;
    if (!found.has(path)) found.set(path, { number: place + 1, path, title, label: labelOf(path, docsPath) });
  }
  return [...found.values()];
}

function labelOf(path: string, docsPath: string): string {
  for (const prefix of [`${docsPath}/generated/`, `${docsPath}/`]) if (path.startsWith(prefix)) return path.slice(prefix.length);
  return path;
}

/** `_category_.json` and `_category_.yml`: what a folder says of its category in a generated sidebar. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { globSync } from 'tinyglobby';
import { parseDocument } from 'yaml';
import { z } from 'zod';

import { suggestKey } from '#config/validate.ts';
import type { Problem } from '#model/problem.ts';

import { docId } from '../load-docs.ts';
import { isReallyInside } from '../real-paths.ts';
import { lineOf, parseCategoryLink } from './sidebar-file.ts';
import type { CategoryIndex } from './sidebar-file.ts';

/** What a folder says of its category. */
export interface CategoryFile {
  label?: string;
  position?: number;
  collapsed?: boolean;
  /** Id of the category's page; null: none, not even the folder's own; absent: the folder's own. */
  link?: string | null;
  /** Where that page is to be made. */
  index?: CategoryIndex;
}

export interface CategoryFiles {
  /** By the id of the folder: in lower case, without numbers before names. */
  categories: ReadonlyMap<string, CategoryFile>;
  problems: Problem[];
}

const SCHEMA = z.object({
  label: z.string().min(1).optional(),
  position: z.number().optional(),
  collapsed: z.boolean().optional(),
  collapsible: z.boolean().optional(),
  description: z.string().optional(),
  link: z.unknown().optional(),
});
const WITHOUT_EFFECT = new Set(['className', 'customProps', 'key']);
const KEYS = Object.keys(SCHEMA.shape);

/** Reads the files of all folders below the docs root. @param shownRoot the root as problems name it */
export function readCategoryFiles(root: string, shownRoot: string): CategoryFiles {
  const categories = new Map<string, CategoryFile>();
  const problems: Problem[] = [];
  for (const path of globSync('**/_category_.{json,yml,yaml}', { cwd: root }).toSorted()) {
    const file = shownRoot === '' ? path : `${shownRoot}/${path}`;
    if (!isReallyInside(root, join(root, path))) {
      problems.push({ file, message: 'the file is a symbolic link that leads outside the content folder', severity: 'error' });
      continue;
    }
    const text = readFileSync(join(root, path), 'utf8');
    const report = (message: string, near: string | null, severity: Problem['severity'] = 'error', kind?: string): void => {
      const line = near === null ? undefined : lineOf(text, near);
      problems.push({ file, ...(line !== undefined && { line }), message, severity, ...(kind !== undefined && { kind }) });
    };
    const folder = dirname(path) === '.' ? '' : docId(`${dirname(path)}/index.md`);
    const read = readCategory(text, folder.split('/').at(-1) ?? '', report);
    if (read !== null) categories.set(folder, read);
  }
  return { categories, problems };
}

type ReportCategory = (message: string, near: string | null, severity?: Problem['severity'], kind?: string) => void;

function readCategory(text: string, name: string, report: ReportCategory): CategoryFile | null {
  // JSON is YAML.
  const document = parseDocument(text, { prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) {
    report(`the file cannot be read: ${error.message}`, null);
    return null;
  }
  let value: unknown;
  try {
    value = document.toJS() ?? {};
  } catch (thrown) {
    report(`the file cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`, null);
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    report('expected keys such as `label: Guides` and `position: 2`', null);
    return null;
  }
  for (const key of Object.keys(value)) {
    if (WITHOUT_EFFECT.has(key)) report(`"${key}" has no effect here`, key, 'warning', `"${key}" of categories has no effect`);
    else if (!KEYS.includes(key)) report(`there is no key "${key}"; ${suggestKey(key, KEYS)}`, key, 'warning');
  }
  const parsed = SCHEMA.safeParse(value);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) report(`"${path.join('.')}": ${message}`, String(path[0] ?? ''));
    return null;
  }
  const { label, position, collapsed, collapsible, link, description } = parsed.data;
  const linked: Pick<CategoryFile, 'link' | 'index'> =
    link === undefined ? {} : parseCategoryLink(link, label ?? name, (message) => report(message, 'link'));
  if (description !== undefined && linked.index !== undefined) linked.index.description ??= description;
  return {
    ...(label !== undefined && { label }),
    ...(position !== undefined && { position }),
    ...((collapsed !== undefined || collapsible === false) && { collapsed: collapsed !== false && collapsible !== false }),
    ...linked,
  };
}

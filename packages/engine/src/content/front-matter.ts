/** Parses and checks the front matter of a page, and writes the content of home pages that is in the front matter as Markdown. */
import { isScalar, LineCounter, visit } from 'yaml';
import { z } from 'zod';
import { messageOf } from '@quire/search/error-message';

import { nearestName } from '#config/nearest-name.ts';
import type { Problem } from '#model/problem.ts';
import { encodeAddress, isSafeTarget } from '#model/url.ts';

import { MAX_LABEL_LENGTH } from './excerpts.ts';
import { attributeText } from './jsx-parser.ts';
import { parseYaml } from './yaml.ts';

/** As in Docusaurus, a number such as `404` is accepted as text, `'2'` as a number, and `'true'` as a boolean. */
const words = z.union([z.string(), z.number().transform(String)], 'expected text');
/** Text on one line: a line break would end a heading or an item of a list in the Markdown version of a page. Some programs break lines at control characters. */
export const onOneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
const line = words.transform(onOneLine);
/** A text that other pages repeat, for example in the sidebar. */
const repeated = line.pipe(z.string().max(MAX_LABEL_LENGTH, `expected at most ${MAX_LABEL_LENGTH} characters`));
const label = repeated.pipe(z.string().min(1));
const number = z.union(
  [
    z.number(),
    z
      .string()
      .regex(/^-?\d+(?:\.\d+)?$/)
      .transform(Number),
  ],
  'expected a number',
);
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')], 'expected true or false');

/** The keys of front matter. They have the names of Docusaurus, so that its sites can be read. */
const FrontMatterSchema = z.object({
  /** Page title; without it the first level-one heading. */
  title: repeated.transform((title) => title || undefined).optional(),
  /** Title for browser tabs, search engines, and social cards, if it differs from the one on the page. */
  title_meta: line.pipe(z.string().min(1)).optional(),
  /** Picture that networks show beside a link to the page: a file, or an address. */
  image: z.string().min(1).optional(),
  /** Subjects of the page. Each has a page that lists its pages. */
  tags: z
    .array(z.union([repeated, z.object({ label: repeated, permalink: repeated.optional() })], 'expected text or { label, permalink }'))
    .nullable()
    .transform((tags) => tags ?? [])
    .optional(),
  /** Whether a number before the file's name orders the sidebar instead of being part of the route; default true. */
  parse_number_prefixes: flag.optional(),
  /** Whether the page is MDX, in which braces are expressions, or Markdown; default: by the extension of the file. */
  format: z.enum(['md', 'mdx', 'detect']).optional(),
  /** Who wrote a post of a blog: a name, a key of `authors.yml`, an object with a name, or a list of them. */
  authors: z.unknown().optional(),
  author: words.optional(),
  /** The author's role and address, in posts without `authors`. */
  author_title: words.optional(),
  author_url: words.optional(),
  authorTitle: words.optional(),
  authorURL: words.optional(),
  /** One sentence for search engines and social cards. */
  description: line.optional(),
  /** Words that a reader may search for. */
  keywords: z
    .union([
      z.array(words),
      z.string().transform((list) =>
        list
          .split(',')
          .map((word) => word.trim())
          .filter(Boolean),
      ),
    ])
    .optional(),
  /** Route: absolute (`/x`, below the docs' base path) or relative to the folder. */
  slug: words.pipe(z.string().min(1)).optional(),
  /** Last part of the page's id and route, instead of the file's name; with a slash the whole id, as the sidebar names it. */
  id: words.pipe(z.string().min(1)).optional(),
  sidebar_label: label.optional(),
  /** Alias of `sidebar_label` in other engines. */
  sidebarTitle: label.optional(),
  sidebar_position: number.optional(),
  /** Alias of `sidebar_position` in other engines. */
  order: number.optional(),
  /** Whether production builds exclude the page. */
  draft: flag.optional(),
  /** Whether the page is built but missing from sidebars, search, and lists of pages, so that only readers who have its address find it. */
  unlisted: flag.optional(),
  /** Hides the title visually, unless the body contains one. Screen readers still read it. */
  hide_title: flag.optional(),
  hide_table_of_contents: flag.optional(),
  toc_min_heading_level: number.pipe(z.number().int().min(2).max(6)).optional(),
  toc_max_heading_level: number.pipe(z.number().int().min(2).max(6)).optional(),
  /** Overrides the address behind "Edit this page"; null hides it. */
  custom_edit_url: z.string().refine(isSafeTarget, 'expected an address that starts with https:').nullable().optional(),
  /** The sidebar of the page, by its name; null: none. Default: the first that has the page. */
  displayed_sidebar: z.string().nullable().optional(),
  /** Label of the page in the "Previous" and "Next" links of other pages. */
  pagination_label: label.optional(),
  /** Id of the next page; null: none. Default: the next page in the sidebar. */
  pagination_next: z.string().nullable().optional(),
  /** Id of the previous page; null: none. Default: the previous page in the sidebar. */
  pagination_prev: z.string().nullable().optional(),
  /** Route of a feed that belongs to the page, so that feed readers discover it. Default: the feed of the page's blog. */
  feed: z.string().startsWith('/').optional(),
  /** Date of a blog post. It has no effect on other pages. */
  date: z.union([z.string(), z.date()]).optional(),
  /** Overrides the last change in git. */
  last_update: z.object({ author: z.string().optional(), date: z.union([z.string(), z.date()]).optional() }).optional(),
  /** Questions that the page answers, in readers' words, each with the id of the heading that answers it; without one, the introduction does. */
  questions: z
    .array(z.strictObject({ ask: z.string().transform(onOneLine).pipe(z.string().min(8).max(200)), at: z.string().min(1).optional() }))
    .optional(),
  /** Terms that newcomers use for the subject of the page. */
  aliases: z.array(z.string().min(2).max(60)).optional(),
});

export type FrontMatter = z.infer<typeof FrontMatterSchema>;

interface ParsedFile {
  frontMatter: FrontMatter;
  /** The Markdown after the front matter. */
  body: string;
  /** 1-based line on which the body starts. */
  bodyLine: number;
  problems: Problem[];
  /** Markdown to insert before the body: the hero of a home page; absent: none. */
  hero?: string;
}

const FENCE = /^---[ \t]*\r?\n/;
const SHAPE: Readonly<Record<string, z.ZodType>> = FrontMatterSchema.shape;
const KEYS = Object.keys(SHAPE);

/** Keys of Docusaurus that have no effect here. They are reported as warnings. */
const WITHOUT_EFFECT = new Set([
  'author_image_url',
  'authorImageURL',
  'hide_last_update',
  'hide_reading_time',
  'mdx',
  'no_comments',
  'search',
  'sidebar_class_name',
  'sidebar_custom_props',
  'sidebar_key',
  'wrapperClassName',
]);

/** Splits a file into front matter and body. A file that does not start with `---` has no front matter. */
export function parseFrontMatter(file: string, text: string): ParsedFile {
  const open = FENCE.exec(text);
  if (open === null) return { frontMatter: {}, body: text, bodyLine: 1, problems: [] };
  const close = /^---[ \t]*$/m.exec(text.slice(open[0].length));
  if (close === null) {
    const message = 'the front matter that starts with --- is never closed: end it with a line of ---';
    return { frontMatter: {}, body: text, bodyLine: 1, problems: [{ file, line: 1, message, severity: 'error' }] };
  }
  const raw = text.slice(open[0].length, open[0].length + close.index);
  const rest = text.slice(open[0].length + close.index + close[0].length);
  const bodyLine = 2 + countLines(raw);
  return { ...readYaml(file, raw), body: rest.replace(/^\r?\n/, ''), bodyLine: bodyLine + 1 };
}

const countLines = (text: string): number => text.split('\n').length - 1;

/** In UTF-16 units. */
const MAX_LENGTH = 1 << 16;

/** A value with a colon, which has a meaning in YAML, and without quotes. */
const UNQUOTED = /^([\w-]+:[ \t]+)([^\s"'[\]{}|>&*!#%@`][^\n]*:(?:[ \t][^\n]*)?)$/gm;

function readYaml(file: string, raw: string): Pick<ParsedFile, 'frontMatter' | 'problems' | 'hero'> {
  if (raw.length > MAX_LENGTH) {
    const message = `the front matter is longer than ${MAX_LENGTH} characters, so it is left out: shorten it`;
    return { frontMatter: {}, problems: [{ file, line: 1, message, severity: 'error' }] };
  }
  const { data, problems } = readMapping(file, raw);
  if (data === null) return { frontMatter: {}, problems };
  const hero = readHero(data);
  const frontMatter = validateKeys(file, raw, data, hero?.keys ?? [], problems);
  return { frontMatter, problems, ...(hero !== null && { hero: hero.markdown }) };
}

/** Parses YAML, in which values with a colon may lack their quotes. `data` is null if it is not a mapping. */
function readMapping(file: string, raw: string): { data: Record<string, unknown> | null; problems: Problem[] } {
  const quoted = raw.replace(UNQUOTED, (_, key: string, value: string) => `${key}${JSON.stringify(value)}`);
  const counter = new LineCounter();
  const written = parseYaml(raw, counter);
  const document = written.errors.length > 0 && quoted !== raw ? parseYaml(quoted) : written;
  const isQuoted = document !== written && document.errors.length === 0;
  const problems: Problem[] = (isQuoted ? [] : written.errors).map((error) => ({
    file,
    line: counter.linePos(error.pos[0]).line + 1,
    message: `the front matter is not valid YAML: ${error.message}`,
    severity: 'error',
  }));
  if (problems.length > 0) return { data: null, problems };
  if (isQuoted) for (const problem of missingQuotes(file, raw)) problems.push(problem);
  // Heading ids such as 8080 and 1.10 are text, although YAML parses them as numbers.
  visit(document, {
    Pair(_, { key, value }) {
      if (isScalar(key) && key.value === 'at' && isScalar(value) && value.source !== undefined) value.value = value.source;
    },
  });
  const refuse = (message: string): { data: null; problems: Problem[] } => {
    problems.push({ file, line: 1, message, severity: 'error' });
    return { data: null, problems };
  };
  try {
    const data = (document.toJS() ?? {}) as unknown;
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return { data: data as Record<string, unknown>, problems };
    return refuse('the front matter must be a mapping of keys, such as `title: Start`');
  } catch (reason) {
    // An alias is undefined, or expands to more than fits into memory.
    return refuse(`the front matter is not valid YAML: ${messageOf(reason)}`);
  }
}

/** Reports the values with a colon that lack quotes. */
function missingQuotes(file: string, raw: string): Problem[] {
  return raw.split('\n').flatMap((text, index): Problem[] => {
    const key = text.match(UNQUOTED) === null ? '' : (text.split(':')[0] ?? '');
    const message = `the value of "${key}" contains a colon: put it in quotes`;
    return key === '' ? [] : [{ file, line: index + 2, message, severity: 'error' }];
  });
}

/**
 * Validates front matter key by key, so that one wrong key does not discard the title of the page.
 * @param ignored keys that are read elsewhere @param problems receives the problems
 */
function validateKeys(
  file: string,
  raw: string,
  data: Readonly<Record<string, unknown>>,
  ignored: readonly string[],
  problems: Problem[],
): FrontMatter {
  const valid: Record<string, unknown> = {};
  const lines = linesOfKeys(raw);
  for (const [key, value] of Object.entries(data)) {
    if (ignored.includes(key)) continue;
    const line = lines.get(key) ?? 1;
    const schema = Object.hasOwn(SHAPE, key) ? SHAPE[key] : undefined;
    if (schema === undefined) {
      problems.push({ file, line, ...unknownKey(key) });
      // Keep the value, because an expression of the page may show it.
      if (typeof value === 'string' || typeof value === 'number') valid[key] = value;
      continue;
    }
    const parsed = schema.safeParse(value);
    if (parsed.success) valid[key] = parsed.data;
    else
      for (const issue of parsed.error.issues)
        problems.push({ file, line, message: `front matter "${[key, ...issue.path].join('.')}": ${issue.message}`, severity: 'error' });
  }
  return valid;
}

/** Returns the first line of each key in the file. */
const linesOfKeys = (raw: string): Map<string, number> =>
  new Map(
    raw
      .split('\n')
      .flatMap((text, index) => (/^[^\s:]+(?=:)/.exec(text) ?? []).map((key) => [key, index + 2] as const))
      .toReversed(),
  );

/** Returns the warning for a key that has no effect. */
export const withoutEffect = (key: string): Pick<Problem, 'message' | 'severity' | 'kind'> => ({
  message: `front matter "${key}" has no effect here`,
  severity: 'warning',
  kind: `front matter "${key}" has no effect`,
});

/** A key that resembles a known one is most likely misspelled, which is an error. Other keys belong to another engine, so they are warnings. */
function unknownKey(key: string): Pick<Problem, 'message' | 'severity' | 'kind'> {
  if (WITHOUT_EFFECT.has(key)) return withoutEffect(key);
  const near = key.length > 4 ? nearestName(key, KEYS, 2) : null;
  if (near !== null) return { message: `front matter has no key "${key}"; did you mean "${near}"?`, severity: 'error' };
  return {
    message: `front matter has no key "${key}", so it has no effect`,
    severity: 'warning',
    kind: `unknown front matter "${key}"`,
  };
}

// The content of home pages of VitePress and Starlight is in the front matter: a hero with actions, and a list of features.

type Values = Readonly<Record<string, unknown>>;

const values = (value: unknown): Values => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {});
const listOf = (value: unknown): Values[] => (Array.isArray(value) ? (value as unknown[]).map(values) : []);
/** Returns a text on one line; '' for other values. It may contain HTML, as in VitePress. */
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? onOneLine(String(value)) : '');
const linkTo = (label: string, target: unknown): string => (textOf(target) === '' ? label : `[${label}](${encodeAddress(textOf(target))})`);

/** Widths in pixels at which VitePress and Starlight show the pictures of a hero and of features. */
const [HERO_WIDTH, ICON_WIDTH] = [320, 48];

function pictureOf(image: unknown, subject: string, width: number): string {
  const { src, light, file, alt } = typeof image === 'string' ? { src: image } : values(image);
  const source = textOf(src) || textOf(light) || textOf(file);
  const text = attributeText(textOf(alt) || subject);
  return source === '' ? '' : `<img src="${attributeText(encodeAddress(source))}" alt="${text}" style="max-width: ${width}px">`;
}

const HERO_KEYS = ['layout', 'template', 'hero', 'features'];

/** The content of a home page from its front matter. */
interface Hero {
  markdown: string;
  /** The front matter keys that it replaces. */
  keys: readonly string[];
}

/** Returns the hero, its actions, and the features of a home page as Markdown; null for other pages. */
function readHero(frontMatter: Values): Hero | null {
  const { hero, features, title, layout } = frontMatter;
  if (layout !== 'home' && Object.keys(values(hero)).length === 0) return null;
  const { name, title: own, text, tagline, actions, image } = values(hero);
  const heading = textOf(name) || textOf(own);
  const parts = [
    heading === '' || heading === title ? '' : title === undefined ? `# ${heading}` : `**${heading}**`,
    textOf(text) === '' ? '' : `**${textOf(text)}**`,
    textOf(tagline),
    pictureOf(image, heading, HERO_WIDTH),
    listOf(actions)
      .map(({ text: label, link }) => linkTo(textOf(label), link))
      .join(' · '),
    listOf(features).map(featureOf).join('\n'),
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : { markdown: parts.join('\n\n'), keys: HERO_KEYS };
}

function featureOf({ icon, title, details, link, linkText }: Values): string {
  const mark = typeof icon === 'string' && !icon.includes('<') ? icon : pictureOf(icon, textOf(title), ICON_WIDTH);
  const more = textOf(linkText);
  const label = linkTo(textOf(title), more === '' ? link : undefined);
  const named = textOf(details) === '' ? `**${label}**` : `**${label}**: ${textOf(details)}`;
  return `- ${[mark, named, more === '' ? '' : linkTo(more, link)].filter(Boolean).join(' ')}`;
}

/** The whole configuration: the keys of `site.config.ts`. The keys are those of the specification's site configuration. */
import { z } from 'zod';

import type { Plugin } from '../plugin.ts';
import type { DocSet } from './doc-sets.ts';

import { baseUrl, filePath, origin, route, target, text, webAddress } from './schema/rules.ts';
import { analyticsSchema, limitsSchema, serverSchema } from './schema/server.ts';
import { announcementBarSchema, colorModeSchema, footerSchema, logoSchema, navbarSchema } from './schema/layout.ts';
import { componentFile, componentSchema, highlightSchema, imageSchema, tableOfContentsSchema } from './schema/reading.ts';
import { docsSchema, i18nSchema } from './schema/docs.ts';
import { searchSchema } from './schema/search.ts';

/** What the build does about a finding: fail, warn, or ignore it. */
const reaction = z.enum(['throw', 'warn', 'ignore']);

const customFieldsSchema = z.strictObject({
  /** Builds the managed edition's site; default false. */
  isSaas: z.boolean().default(false),
  /** Public key of this site at the assistant; without one the assistant of the site's own server answers. */
  assistantProjectKey: text.optional(),
});

/** The brand that the managed edition shows instead of the usual one. */
const managedEditionSchema = z.strictObject({
  /** Default: the site's own title. */
  title: text.optional(),
  /** Default: the site's own icon. */
  favicon: target.optional(),
  /** Default: the navbar's own logo. */
  logo: logoSchema.optional(),
});

/** `--surface` of tokens.css. */
export const PAGE_COLORS = { light: '#ffffff', dark: '#141414' } as const;
const hexColor = z.string().regex(/^#[0-9a-f]{6}$/i, 'a color such as #1d4ed8');

const linksSchema = z.strictObject({
  /** Where people answer questions: shown on the not-found page and under the assistant; default none. */
  chat: webAddress.nullable().default(null),
  /** The project's source; default none. */
  repository: webAddress.nullable().default(null),
});

/** A front page: its route, its text and the component that shows it. */
const frontPageSchema = z.strictObject({
  /** `home`, `search` and `not-found` have a meaning; other names are the site's own. */
  kind: z.string().regex(/^[a-z][a-z-]*$/, 'a name of small letters and hyphens, such as home'),
  path: route,
  /** YAML file with the text of the page. */
  data: filePath,
  /** Shape of that file, a Zod schema of an object with at least title and description. */
  schema: z.custom<z.ZodType<{ title: string; description: string }>>((value) => value instanceof z.ZodType, { error: 'a Zod schema' }),
  /** File whose default export is the component; `search` and `not-found` have one. */
  component: filePath.optional(),
});

const pluginSchema = z.custom<Plugin>((value) => typeof value === 'object' && value !== null && 'name' in value && 'root' in value, {
  error: 'a plugin, such as assistant() of @quire/assistant',
});

export const siteConfigSchema = z.strictObject({
  /** Name of the site; page titles read `Page | Name`. */
  title: text,
  /** What the site is about, in a few words. */
  tagline: z.string().default(''),
  /** Origin that the site is published at: no path, no slash at the end. */
  url: origin,
  /** Path that the site is published under, from slash to slash; default `/`. A page says so where it is wrong. */
  baseUrl: baseUrl.default('/'),
  /** Route of the icon; default `/favicon.svg`. */
  favicon: target.default('/favicon.svg'),
  /** Color of the browser's own frame around the pages, in each mode; default: that of the page. */
  themeColor: z.strictObject({ light: hexColor.default(PAGE_COLORS.light), dark: hexColor.default(PAGE_COLORS.dark) }).prefault({}),
  /** Links to routes that no page has; default `throw`. */
  onBrokenLinks: reaction.default('throw'),
  /** Links to Markdown files that are not there; default `throw`. */
  onBrokenMarkdownLinks: reaction.default('throw'),
  /** Links to headings that are not there; default `throw`. */
  onBrokenAnchors: reaction.default('throw'),
  /** What is wrong in the text of a page, such as an unknown component; `warn` builds the page anyway. Default `throw`. */
  onPageErrors: z.enum(['throw', 'warn']).default('throw'),
  /** Two pages with one route; default `warn`: the first is kept. */
  onDuplicateRoutes: reaction.default('warn'),
  /** Owner and name of the repository on GitHub; together they are the default of `links.repository`. */
  organizationName: text.optional(),
  projectName: text.optional(),
  /** Asks search engines to stay away; default false, true in the managed edition. */
  noIndex: z.boolean().default(false),
  /** Route that the home page leads on to; null: there is a home page. The managed edition goes to `/docs`. */
  homeRedirect: route.nullable().default(null),
  customFields: customFieldsSchema.prefault({}),
  managedEdition: managedEditionSchema.prefault({}),
  /** Style sheets of other hosts, put before the site's own; default none, since the fonts ship with the site. */
  stylesheets: z.array(webAddress).default([]),
  /** Null: no announcement. */
  announcementBar: announcementBarSchema.nullable().default(null),
  navbar: navbarSchema.prefault({}),
  footer: footerSchema.prefault({}),
  colorMode: colorModeSchema.prefault({}),
  /** The color of links, marks and filled buttons; text takes a shade of it that can be read. Null: the engine's blue. */
  primaryColor: hexColor.nullable().default(null),
  links: linksSchema.prefault({}),
  /** Questions that many readers have: search and assistant offer them before anything is typed. */
  questions: z.array(z.strictObject({ ask: text, path: target })).default([]),
  /** Chat tools in which readers can open a page; `{prompt}` in the address is replaced by a question about it. Default none. */
  aiChats: z
    .array(z.strictObject({ name: text, url: webAddress.refine((url) => url.includes('{prompt}'), 'must contain {prompt}') }))
    .default([]),
  /** Counts what readers do; default null: nothing is counted, and pages contain nothing for it. */
  analytics: analyticsSchema.nullable().default(null),
  docs: docsSchema.prefault({}),
  /** The front pages; default none: the site has documentation only. */
  pages: z.array(frontPageSchema).default([]),
  /** Modules of islands by name: they animate elements with `data-island="name"` of front pages. */
  islands: z.record(z.string(), filePath).default({}),
  /** Stylesheet of the front pages, bundled after the engine's; null: none. */
  pageStyles: filePath.nullable().default(null),
  /** What extends the engine: the assistant, reference pages. */
  plugins: z.array(pluginSchema).default([]),
  /** YAML file that maps old routes to new ones, or to full addresses of other sites; null: none. */
  redirects: filePath.nullable().default(null),
  /** Folders copied as they are; default `public`. */
  staticDirectories: z.array(filePath).default(['public']),
  i18n: i18nSchema.prefault({}),
  /** Components of content, by name, and the HTML that they become; default: those of the engine only. */
  components: z
    .record(
      z.string().regex(/^(?:[A-Z][\w.]*|[a-z]\w*(?:-\w+)+)$/, 'a name that starts with a capital letter or contains a hyphen'),
      z.union([componentSchema, componentFile], 'a mapping, or a .tsx, .jsx, .ts or .js file'),
    )
    .default({}),
  /** Whether `$…$` and `$$…$$` are formulas in TeX; default false: dollar signs are text. */
  math: z.boolean().default(false),
  tableOfContents: tableOfContentsSchema.prefault({}),
  highlight: highlightSchema.prefault({}),
  image: imageSchema.prefault({}),
  /** Makes a picture for each page that chats and networks show beside a link to it; default false: a fifth of a build's time. */
  socialCards: z.boolean().default(false),
  /** When React is brought in: on the reader's first move, or also as soon as the browser is idle; default `intent`. */
  hydrate: z.enum(['intent', 'idle']).default('intent'),
  /** Engine and version in the page's `generator` metadata; the site's own version is 0.0.0 until released. */
  generator: text.default('quire 0.0.0'),
  /** The site search; false: none. */
  search: z.union([searchSchema, z.literal(false).transform(() => null)]).prefault({}),
  /** How much one client may ask of the server. */
  limits: limitsSchema.prefault({}),
  /** How the server answers: origins, headers. */
  server: serverSchema.prefault({}),
});

/** The configuration as the build uses it: every default filled in, paths absolute. */
export interface SiteConfig extends z.output<typeof siteConfigSchema> {
  /** Absolute folder of the configuration file. */
  configDir: string;
  /** Absolute path of the file; absent where the configuration was not read from one. */
  configFile?: string;
  /** The version and language that the configuration is for; absent on a site with one of each. */
  docSet?: DocSet;
}

/** The configuration as written: what has a default may be left out. */
export type SiteConfigInput = z.input<typeof siteConfigSchema>;

/** A front page as written in a configuration. */
export type FrontPageInput = z.input<typeof frontPageSchema>;

/** The schema of `site.config.ts`. */
import { z } from 'zod';

import type { Plugin } from '../plugin.ts';
import type { DocSet } from './doc-sets.ts';

import { baseUrl, filePath, origin, route, target, text, webAddress } from './schema/values.ts';
import { analyticsSchema, limitsSchema, securityContactSchema, serverSchema } from './schema/server.ts';
import { announcementBarSchema, colorModeSchema, footerSchema, logoSchema, navbarSchema } from './schema/layout.ts';
import { componentFile, componentSchema, highlightSchema, imageSchema, tableOfContentsSchema } from './schema/content.ts';
import { docsSchema, i18nSchema, namesSidebarOfFile, ONLY_WITH_FILE } from './schema/docs.ts';
import { searchSchema } from './schema/search.ts';

/** How the build handles a problem: it fails, warns, or ignores it. */
const reportingSeverity = z.enum(['throw', 'warn', 'ignore']);

/** Route of the icon of a site that configures none. */
export const DEFAULT_ICON = '/favicon.svg';

const customFieldsSchema = z.strictObject({
  /** Whether to build the site of the managed edition; default false. */
  isSaas: z.boolean().default(false),
  /** Public key of this site at a hosted assistant; default: the assistant of the site's own server. */
  assistantProjectKey: text.optional(),
});

/** The brand of the managed edition. */
const managedEditionSchema = z.strictObject({
  /** Default: the site's own title. */
  title: text.optional(),
  /** Default: the site's own icon. */
  favicon: target.optional(),
  /** Default: the navbar's own logo. */
  logo: logoSchema.optional(),
});

/** Page backgrounds; must match `--surface` in tokens.css. */
export const PAGE_COLORS = { light: '#ffffff', dark: '#141414' } as const;
/** A color without an alpha channel. */
const opaqueColor = z.string().regex(/^#[0-9a-f]{6}$/i, 'a color such as #1d4ed8');

const linksSchema = z.strictObject({
  /** Address of the community chat, shown on the not-found page and below the assistant; default none. */
  chat: webAddress.nullable().default(null),
  /** Address of the source repository; default none. */
  repository: webAddress.nullable().default(null),
});

/** A front page: its route, its text, and the component that renders it. */
const frontPageSchema = z.strictObject({
  /** `home`, `search`, and `not-found` have a meaning in the engine; a site can define other names. */
  kind: z.string().regex(/^[a-z][a-z-]*$/, 'a name of lowercase letters and hyphens, such as home'),
  path: route,
  /** YAML file with the text of the page. */
  data: filePath,
  /** Zod schema of that file: an object with at least `title` and `description`. */
  schema: z.custom<z.ZodType<{ title: string; description: string }>>((value) => value instanceof z.ZodType, { error: 'a Zod schema' }),
  /** File whose default export is the component; optional for `search` and `not-found`, which have a default. */
  component: filePath.optional(),
});

const pluginSchema = z.custom<Plugin>((value) => typeof value === 'object' && value !== null && 'name' in value && 'root' in value, {
  error: 'a plugin, such as assistant() of @quire/assistant',
});

export const siteConfigSchema = z.strictObject({
  /** Name of the site; page titles read `Page | Name`. */
  title: text,
  /** Describes the site in a few words. */
  tagline: z.string().default(''),
  /** Origin of the published site, without a path or trailing slash. */
  url: origin,
  /** Path under which the site is published; starts and ends with a slash; default `/`. Pages show an error if it is wrong. */
  baseUrl: baseUrl.default('/'),
  /** Route of the icon; default `/favicon.svg` or `/favicon.ico` if a static folder has that file, or else none. */
  favicon: target.default(DEFAULT_ICON),
  /** Value of the `theme-color` metadata in each color mode; default: the background of the page. */
  themeColor: z.strictObject({ light: opaqueColor.default(PAGE_COLORS.light), dark: opaqueColor.default(PAGE_COLORS.dark) }).prefault({}),
  /** Links to routes that do not exist; default `throw`. */
  onBrokenLinks: reportingSeverity.default('throw'),
  /** Links to Markdown files that do not exist; default `throw`. */
  onBrokenMarkdownLinks: reportingSeverity.default('throw'),
  /** Links to headings that do not exist; default `throw`. */
  onBrokenAnchors: reportingSeverity.default('throw'),
  /** Mistakes in the text of a page or in a sidebar, such as an unknown component or id; `warn` builds everything else. Default `throw`. */
  onPageErrors: z.enum(['throw', 'warn']).default('throw'),
  /** Two pages with the same route; the first one is built. Default `warn`. */
  onDuplicateRoutes: reportingSeverity.default('warn'),
  /** Owner and name of the repository on GitHub; together they are the default of `links.repository`. */
  organizationName: text.optional(),
  projectName: text.optional(),
  /** Whether to ask search engines not to index the site; default false, and true in the managed edition. */
  noIndex: z.boolean().default(false),
  /** Route to which `/` redirects; null: no redirect. The managed edition redirects to the docs. */
  homeRedirect: route.nullable().default(null),
  customFields: customFieldsSchema.prefault({}),
  managedEdition: managedEditionSchema.prefault({}),
  /** Stylesheets of other hosts, loaded before the site's own; default none. */
  stylesheets: z.array(webAddress).default([]),
  /** The bar above the navbar; null: none. */
  announcementBar: announcementBarSchema.nullable().default(null),
  navbar: navbarSchema.prefault({}),
  footer: footerSchema.prefault({}),
  colorMode: colorModeSchema.prefault({}),
  /** Color of links, highlights, and filled buttons. Text uses a shade of it with enough contrast. Null: the engine's blue. */
  primaryColor: opaqueColor.nullable().default(null),
  links: linksSchema.prefault({}),
  /** Frequent questions, which the search and the assistant suggest before the reader types. */
  questions: z.array(z.strictObject({ ask: text, path: target })).default([]),
  /** Chat tools in which readers can open a page; `{prompt}` in the address is replaced by a question about the page. Default none. */
  aiChats: z
    .array(z.strictObject({ name: text, url: webAddress.refine((url) => url.includes('{prompt}'), 'an address that contains {prompt}') }))
    .default([]),
  /** Web analytics; default null: pages contain no code for it. */
  analytics: analyticsSchema.nullable().default(null),
  docs: docsSchema.refine(namesSidebarOfFile, ONLY_WITH_FILE).prefault({}),
  /** The front pages; default none: the site has documentation only. */
  pages: z.array(frontPageSchema).default([]),
  /** Modules of islands by name. Each runs on the elements with `data-island="name"` of front pages. */
  islands: z.record(z.string(), filePath).default({}),
  /** Stylesheet of the front pages, bundled after the engine's; null: none. */
  pageStyles: filePath.nullable().default(null),
  /** Plugins, such as the assistant and reference pages. */
  plugins: z.array(pluginSchema).default([]),
  /** YAML file that maps old routes to new ones, or to full addresses of other sites; null: none. */
  redirects: filePath.nullable().default(null),
  /** Folders whose files are copied unchanged; default `public`. */
  staticDirectories: z.array(filePath).default(['public']),
  i18n: i18nSchema.prefault({}),
  /** Components that pages can use, by name, and how they become HTML; `*` maps all others. Default: only those of the engine. */
  components: z
    .record(
      z.string().regex(/^(?:[A-Z][\w.]*|[a-z]\w*(?:-\w+)+|\*)$/, 'a name that starts with a capital letter or contains a hyphen, or *'),
      z.union([componentSchema, componentFile], 'a mapping, or a .tsx, .jsx, .ts, or .js file'),
    )
    .default({}),
  /** Whether `$…$` and `$$…$$` are formulas in TeX; default false: dollar signs are text. */
  math: z.boolean().default(false),
  tableOfContents: tableOfContentsSchema.prefault({}),
  highlight: highlightSchema.prefault({}),
  image: imageSchema.prefault({}),
  /** Renders a preview image of each page, which chats and social networks show beside a link; default false, because it takes a fifth of the build time. */
  socialCards: z.boolean().default(false),
  /** When pages are hydrated: on user intent, or also as soon as the browser is idle; default `intent`. */
  hydrate: z.enum(['intent', 'idle']).default('intent'),
  /** Value of the `generator` metadata of pages; default: the engine's name and version. */
  generator: text.default('quire 0.0.0'),
  /** The site search; false: none. */
  search: z.union([searchSchema, z.literal(false).transform(() => null)]).prefault({}),
  /** Rate limits per client. */
  limits: limitsSchema.prefault({}),
  /** Settings of the server: allowed origins and headers. */
  server: serverSchema.prefault({}),
  /** The contact for reports of vulnerabilities, for `/.well-known/security.txt`; null: there is no such file. */
  securityContact: securityContactSchema.nullable().default(null),
});

/** The configuration as the build uses it: every default filled in, paths absolute. */
export interface SiteConfig extends z.output<typeof siteConfigSchema> {
  /** Absolute folder of the configuration file. */
  configDir: string;
  /** Absolute path of the configuration file; absent if the configuration was not read from a file. */
  configFile?: string;
  /** The version and language that the configuration is for; absent on a site with one of each. */
  docSet?: DocSet;
}

/** The configuration as written in the file: keys with a default can be left out. */
export type SiteConfigInput = z.input<typeof siteConfigSchema>;

/** A front page as written in a configuration. */
export type FrontPageInput = z.input<typeof frontPageSchema>;

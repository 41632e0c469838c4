/** The schema of `site.config.ts`. The keys of the layout and of the docs are in `schema/`, and so are the types of values. */
import { z } from 'zod';

import type { Plugin } from '../plugin.ts';
import type { DocSet } from './doc-sets.ts';
import { docsSchema, i18nSchema, namesSidebarOfFile, ONLY_WITH_FILE } from './schema/docs.ts';
import { announcementBarSchema, colorModeSchema, footerSchema, logoSchema, navbarSchema } from './schema/layout.ts';
import { baseUrl, filePath, functionOf, origin, route, target, text, webAddress, wholeNumber } from './schema/values.ts';

/** Settings of the server's responses. */
export const serverSchema = z.strictObject({
  /** Other origins whose pages can call the search and `/mcp`; `*` allows all. Default none. */
  corsOrigins: z.array(z.union([z.literal('*'), origin])).default([]),
  /** Value of Strict-Transport-Security, sent over TLS only; null: never. Default one year. */
  strictTransportSecurity: z
    .string()
    .regex(/^max-age=\d+(; *includeSubDomains)?(; *preload)?$/i, 'a value such as max-age=31536000; includeSubDomains')
    .nullable()
    .default('max-age=31536000'),
  /** Value of Cross-Origin-Resource-Policy, which limits the sites that can embed files; null: no header. Default `same-origin`. */
  crossOriginResourcePolicy: z.enum(['same-origin', 'same-site', 'cross-origin']).nullable().default('same-origin'),
});

export type ServerSettings = z.output<typeof serverSchema>;

/**
 * Rate limits of the engine's own services. A client is an IPv4 address or an IPv6 /64 network. The limit of an IPv6 /48 network is four times
 * as high.
 */
export const limitsSchema = z.strictObject({
  /** Requests per minute from one client to `/mcp`; default 120. */
  agentRequestsPerMinute: wholeNumber(1, 100_000).default(120),
  /** Searches per minute from one client; default 3000. Each key press is a search, so this is enough for about 200 people behind one address. */
  searchesPerMinute: wholeNumber(1, 1_000_000).default(3000),
});

/** The contact for reports of vulnerabilities, published as `/.well-known/security.txt` (RFC 9116). */
const securityContactSchema = z.strictObject({
  /** Addresses, the preferred one first: `mailto:`, `tel:` or `https:`. */
  contact: z
    .array(z.string().regex(/^(mailto:[^\s@]+@[^\s@]+|tel:\+?[\d-]+|https:\/\/\S+)$/, 'an address such as mailto:security@example.org'))
    .min(1, 'at least one address'),
  /** The day on which the file stops being valid, within a year. The build warns when it has passed. */
  expires: z.iso.date('a day such as 2027-03-01'),
  /** The page with the rules for reports; default none. */
  policy: webAddress.nullable().default(null),
  /** The key for confidential reports; default none. */
  encryption: webAddress.nullable().default(null),
  /** The page that thanks those who reported something; default none. */
  acknowledgments: webAddress.nullable().default(null),
  /** Languages of reports, such as `en`; default: any. */
  preferredLanguages: z.array(z.string().regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 'a language such as en')).default([]),
});

/** Web analytics: the script of a service, or a module of the site that receives each event. */
export const analyticsSchema = z
  .strictObject({
    /** Address of a service's script, which every page loads after its own scripts; default none. */
    script: webAddress.nullable().default(null),
    /** Attributes of the script's element, such as `data-domain`. */
    attributes: z.record(z.string().regex(/^data-[a-z-]+$/, 'an attribute that begins with data-'), z.string()).default({}),
    /** Module whose default export is called with each event; default none. */
    module: filePath.nullable().default(null),
    /** Origins to which the script or the module sends requests. The script's own origin is included. */
    origins: z.array(origin).default([]),
  })
  .refine(({ script, module }) => script !== null || module !== null, 'a script, a module, or both')
  .refine(({ script, attributes }) => script !== null || Object.keys(attributes).length === 0, {
    message: 'no attributes without a script',
    path: ['attributes'],
  });

// `abort`: if a level is invalid, do not compare the two.
const LEVEL = 'a heading level from 2 to 6';
const headingLevel = z.int(LEVEL).min(2, { error: LEVEL, abort: true }).max(6, { error: LEVEL, abort: true });

const tableOfContentsSchema = z
  .strictObject({
    /** Highest level of headings in the table of contents; default 2. */
    minHeadingLevel: headingLevel.default(2),
    /** Lowest level of headings in the table of contents; default 3. */
    maxHeadingLevel: headingLevel.default(3),
  })
  .refine((contents) => contents.minHeadingLevel <= contents.maxHeadingLevel, {
    path: ['maxHeadingLevel'],
    message: 'a level that is at least minHeadingLevel',
  });

/** A comment in code blocks that highlights lines. It is removed from the code. */
const magicComment = z
  .strictObject({
    /** Text of a comment that marks the next line. */
    line: text.optional(),
    /** Texts of two comments that mark the lines between them. */
    block: z.strictObject({ start: text, end: text }).optional(),
  })
  .refine(({ line, block }) => line !== undefined || block !== undefined, 'a mapping with `line`, `block`, or both');

const highlightSchema = z.strictObject({
  /** Languages of code blocks in addition to the built-in ones; default ini, java, graphql, shell-session. */
  additionalLanguages: z.array(z.string().min(1)).default(['ini', 'java', 'graphql', 'shell-session']),
  /** Comments that highlight lines, in addition to `highlight-next-line`, `highlight-start`, and `highlight-end`; default none. */
  magicComments: z.array(magicComment).default([]),
});

/** Pictures of the content. */
const imageSchema = z.strictObject({
  /** Encoder quality, 1 to 100; default 100. */
  quality: wholeNumber(1, 100).default(100),
  /** Additional formats for PNG and JPEG pictures, in order of preference, used if they save bytes. Default `webp`. */
  formats: z.array(z.enum(['avif', 'webp'])).default(['webp']),
  /** Pictures on other hosts: `download` copies them into the site during the build; `link` leaves them there. Default `link`. */
  remote: z.enum(['link', 'download']).default('link'),
  /** Widths of picture variants, in pixels. Pictures are never enlarged. */
  widths: z
    .array(z.int('whole pixels').min(16, 'at least 16 pixels').max(8192, 'at most 8192 pixels'))
    .min(1, 'at least one width')
    .default([320, 640, 1280, 1440, 1600]),
});

/** Literal attributes of a component; an attribute without a value is `true`. */
export type ComponentAttributes = Readonly<Record<string, string | true>>;

/** A file whose default export is a React component. The build renders it with its attributes as props. */
const componentFile = z.string().regex(/\.[jt]sx?$/, 'a .tsx, .jsx, .ts, or .js file');

/** Maps a component of the content to HTML. No code of it runs in the browser. */
const componentSchema = z.strictObject({
  /** HTML element, default `div`; `fragment` for the content without an element. */
  tag: z
    .string()
    .regex(/^[a-z][a-z0-9]*$/, 'the name of an HTML element, or fragment')
    .optional(),
  /** Classes of the element. */
  class: text.optional(),
  /** Attribute whose value is shown before the content: as `<summary>` in `details`, otherwise as a paragraph with the `component-title` class. */
  title: text.optional(),
  /** Text that is shown before the content, for components that only represent a symbol such as `✓`. */
  text: text.optional(),
  /** Attribute whose value is shown if the component has no content, such as `<Term id="table" />`. */
  fallback: text.optional(),
  /** Attribute whose value is a literal list, such as properties. It is shown as a list. */
  list: text.optional(),
  /** Kind of admonition to show instead of `tag`, unless an attribute of the component such as `type`, `kind`, or `variant` names another. */
  admonition: z.enum(['note', 'tip', 'info', 'warning', 'danger']).optional(),
  /** Maps attributes of the component to HTML attributes of the element: `{ to: 'href' }`. */
  attributes: z.record(text, text).optional(),
  /** Attributes that are dropped without a warning. */
  ignored: z.array(text).optional(),
  /** Returns the HTML and replaces all of the keys above. The content is inserted at `<slot></slot>`. */
  render: functionOf<(attributes: ComponentAttributes) => string>('(attributes) => html').optional(),
  /** Returns the component as plain Markdown, for the Markdown version of the page; default: its title. */
  markdown: functionOf<(attributes: ComponentAttributes) => string>('(attributes) => markdown').optional(),
  /** Returns a sentence that applies to the whole page, such as which edition has the feature, or ''. Answers that quote the page begin with it. */
  pageNote: functionOf<(attributes: ComponentAttributes) => string>('(attributes) => text').optional(),
});

const routes = z.string().regex(/^\//, 'a route that starts with /');

const groupSchema = z.strictObject({
  /** Name of the group in URLs and in the query protocol. */
  name: z.string().regex(/^[a-z][a-z0-9-]*$/, 'lowercase letters, digits, and -'),
  /** Name that readers see. */
  label: text,
  /** Routes relative to the docs' route. The pages at these routes and below them belong to the group. Absent: all pages that are in no other group. */
  path: z.union([routes, z.array(routes).min(1)]).optional(),
  /** Factor of the ranking score, greater than 0 and at most 1; default 1. Pages of a group with a lower weight rank lower. */
  weight: z.number().positive().max(1).default(1),
});

/** The site search. */
const searchSchema = z
  .strictObject({
    /** Where searches run: on the site's own server (`embedded`), at a hosted service, or in a worker in the browser; default `embedded`. */
    provider: z.enum(['embedded', 'hosted', 'browser']).default('embedded'),
    /** Application id of the hosted service. */
    applicationId: text.optional(),
    /** Its public search key. */
    apiKey: text.optional(),
    /** Default `docs`. */
    indexName: z
      .string()
      .regex(/^[\w.-]+$/, 'letters, digits, dots, -, and _')
      .default('docs'),
    /** Whether searches are limited to the reader's language and version; default true. */
    contextualSearch: z.boolean().default(true),
    /** Groups of pages by which readers can filter results. Exactly one has no path. Default: one group named guides. */
    groups: z
      .array(groupSchema)
      .min(1, 'at least one group')
      .default([{ name: 'guides', label: 'Guides', weight: 1 }]),
    /** Pages that the dialog suggests before the reader types; default none. */
    popularPages: z.array(z.strictObject({ label: text, path: target })).default([]),
    /** Names in camel case that are indexed as one term, such as `OpenLineage`. Names in the title of the site need not be listed. */
    names: z.array(text).default([]),
    /** YAML file with synonyms; null: none. The build fails if a synonym expands to words that no page contains. */
    synonyms: filePath.nullable().default(null),
    /**
     * Folder with phrasings, other ways to ask for the sections of a page: `docs/start.txt` contains those of `/docs/start`; null: none.
     * They apply to the main version and language.
     */
    phrasings: filePath.nullable().default(null),
    /** The build fails if the index has fewer sections than this; default 0. Set it, because nobody may notice that the search lost its content. */
    minimumRecords: z.int().min(0).default(0),
  })
  .superRefine((search, context) => {
    const rest = search.groups.filter(({ path }) => path === undefined);
    if (rest.length !== 1) {
      const message = `exactly one group without a path, for pages that are in no other group; there are ${rest.length}`;
      context.addIssue({ code: 'custom', path: ['groups'], message });
    }
    if (search.provider !== 'hosted') return;
    for (const key of ['applicationId', 'apiKey'] as const) {
      const message = 'text, because search.provider is "hosted"';
      if (search[key] === undefined) context.addIssue({ code: 'custom', path: [key], message });
    }
  });

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

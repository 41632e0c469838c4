import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Failure, peakMiB, sendUncaughtErrors } from '../process-resources.ts';
import type { SiteConfig } from '#config/schema.ts';
import { writeFileAtomic } from '#content/files.ts';
import type { PageData } from '#model/page.ts';
import type { SiteData } from '#model/site.ts';
import { readDesignTokens } from '../design-tokens.ts';

/** A cache of a site's social cards across builds: PNG files in one folder. A child process renders the missing ones. */
export interface CardCache {
  /** Requests a card; repeated requests have no effect. @returns the name of its file, a hash of its inputs */
  request(card: SocialCard): string;
  /** Waits for pending cards. @returns the path of each requested file by name, and the peak memory of their process in MiB */
  finish(): Promise<{ files: ReadonlyMap<string, string>; peakMiB: number }>;
  /** Kills the process, even if it is not done. */
  stop(): void;
}

interface CardCacheOptions {
  /** Absolute folder of the cache. */
  dir: string;
  template: CardTemplate;
  /** A fingerprint of the code that draws cards. */
  design: string;
}

type Message = { card: SocialCard; file: string } | 'finish';

/** Matches the name of a card. Other files in the folder are not ours to delete. */
const CARD_NAME = /^[\da-f]{16}\.png$/;

/** Opens the cache and reads which cards it contains. The child process starts with the first missing card. */
export function openCardCache({ dir, template, design }: CardCacheOptions): CardCache {
  const shared = JSON.stringify([design, template]);
  mkdirSync(dir, { recursive: true });
  const cachedNames = new Set(readdirSync(dir).filter((name) => CARD_NAME.test(name)));
  const requested = new Map<string, string>();
  let child: ChildProcess | null = null;
  const send = (message: Message): void => void child?.send(message, () => undefined);

  return {
    request(card) {
      const name = `${createHash('sha256').update(shared).update(JSON.stringify(card)).digest('hex').slice(0, 16)}.png`;
      if (requested.has(name)) return name;
      requested.set(name, join(dir, name));
      if (cachedNames.has(name) && isComplete(join(dir, name))) return name;
      child ??= startRenderer(template);
      send({ card, file: join(dir, name) });
      return name;
    },
    async finish() {
      const peak = child === null ? 0 : await finishRenderer(child, () => send('finish'));
      if (child !== null) for (const name of cachedNames) if (!requested.has(name)) rmSync(join(dir, name), { force: true });
      return { files: requested, peakMiB: peak };
    },
    stop: () => void child?.kill(),
  };
}

/** Whether a cached card ends as PNG files do, so that it was not cut off. */
function isComplete(file: string): boolean {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const end = Buffer.alloc(PNG_END.length);
      readSync(descriptor, end, { position: Math.max(0, fstatSync(descriptor).size - end.length) });
      return end.equals(PNG_END);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Another build has deleted it.
    return false;
  }
}

/** The type and the checksum of the last chunk. */
const PNG_END = Buffer.from('49454e44ae426082', 'hex');

function startRenderer(template: CardTemplate): ChildProcess {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(template)], { serialization: 'advanced' });
  child.unref();
  child.channel?.unref();
  return child;
}

function finishRenderer(child: ChildProcess, ask: () => void): Promise<number> {
  child.ref();
  child.channel?.ref();
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => reject(new Error(`The social cards could not be rendered: ${reason}`));
    const ended = (): void => fail(`their process ended with ${child.signalCode ?? `status ${child.exitCode}`}.`);
    if (child.exitCode !== null || child.signalCode !== null) return ended();
    child.once('message', (answer: number | Failure) => (typeof answer === 'number' ? resolve(answer) : fail(answer.failed)));
    child.once('error', reject);
    // `exit` can be emitted before the last message has been read; `close` cannot.
    child.once('close', ended);
    ask();
  });
}

/** The text of a page's social card, which chat tools and social networks show beside a link. */
export interface SocialCard {
  title: string;
  /** The breadcrumbs of the page without itself, e.g. `Deploy › Guides`; '' for none. */
  group: string;
  description: string;
}

/** The parts of a card that are the same on all cards of a site. */
export interface CardTemplate {
  /** The site's logo as SVG source; null: the card shows the title instead. */
  logo: string | null;
  siteTitle: string;
  /** Host name of the site: `docs.example.com`. */
  host: string;
  /** Design tokens of the light mode, as `#rrggbb`. */
  colors: Readonly<Record<CardColor, string>>;
}

/** Names of the design tokens that cards use. */
const CARD_COLORS = ['surface', 'brand', 'brand-fill', 'brand-text', 'accent', 'text', 'text-soft', 'text-faint'] as const;
export type CardColor = (typeof CARD_COLORS)[number];

/** Size in pixels that social networks recommend. Some show smaller pictures as thumbnails. */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

/** Returns the template of a site's cards. Their colors are those of the light mode. */
export function cardTemplateOf(config: SiteConfig): CardTemplate {
  const tokens = new Map(readDesignTokens().map(({ name, light }) => [name, light]));
  const colors = Object.fromEntries(CARD_COLORS.map((name) => [name, tokens.get(name) ?? '#000000'])) as CardTemplate['colors'];
  return { logo: readLogo(config), siteTitle: config.title, host: new URL(config.url).host, colors };
}

/** Reads the logo; null unless it is an SVG file in a static folder, because only that can be embedded into the card. */
function readLogo({ navbar, staticDirectories }: SiteConfig): string | null {
  const source = navbar.logo?.src ?? '';
  if (!/^[^:]+\.svg$/.test(source)) return null;
  const file = staticDirectories.map((dir) => join(dir, source)).find((one) => existsSync(one));
  return file === undefined ? null : readFileSync(file, 'utf8');
}

/** Returns the text of a page's card. The card of the home page shows the tagline of the site as its title. */
export function cardOfPage(
  page: Pick<PageData, 'kind' | 'title' | 'description' | 'breadcrumbs'>,
  site: Pick<SiteData, 'tagline'>,
): SocialCard {
  return {
    title: page.kind === 'home' ? site.tagline : page.title,
    group: page.breadcrumbs
      .slice(0, -1)
      .map(({ label }) => label)
      .join(' › '),
    description: page.description,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  sendUncaughtErrors();
  enableCompileCache();
  const template = JSON.parse(process.argv[2] ?? '') as CardTemplate;
  const renderer = import('./card-renderer.ts').then(({ createCardRenderer }) => createCardRenderer(template));
  let last: Promise<unknown> = renderer;
  const work = async (message: Message): Promise<void> => {
    if (message === 'finish') return void process.send?.(peakMiB(), () => process.disconnect?.());
    // The build may be stopped at any time, or another one may use the cache, so a card appears only when it is complete.
    writeFileAtomic(message.file, await (await renderer).render(message.card));
  };
  process.on('message', (message: Message) => (last = last.then(() => work(message))));
}

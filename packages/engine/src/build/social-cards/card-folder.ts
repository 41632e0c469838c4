import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync, existsSync, readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Failure, peakMiB, sendFailure } from '../process-resources.ts';
import type { SiteConfig } from '#config/schema.ts';
import type { PageData } from '#model/page.ts';
import type { SiteData } from '#model/site.ts';
import { readDesignTokens } from '../design-tokens.ts';

/** A cache of a site's social cards across builds. Missing cards are rendered in a separate process. */
export interface CardFolder {
  /** Requests a card; repeated requests have no effect. @returns the name of its file, a hash of its inputs */
  order(card: SocialCard): string;
  /** Waits for pending cards. @returns the path of each requested file by name, and the peak memory of their process in MiB */
  finish(): Promise<{ files: ReadonlyMap<string, string>; peakMiB: number }>;
  /** Kills the process, even if it is not done. */
  stop(): void;
}

export interface CardFolderOptions {
  /** Absolute folder of the cache. */
  dir: string;
  frame: CardFrame;
  /** A fingerprint of the code that draws cards. */
  design: string;
}

type Message = { card: SocialCard; file: string } | 'finish';

export function openCardFolder({ dir, frame, design }: CardFolderOptions): CardFolder {
  const shared = JSON.stringify([design, frame]);
  mkdirSync(dir, { recursive: true });
  const there = new Set(readdirSync(dir));
  const ordered = new Map<string, string>();
  let child: ChildProcess | null = null;
  const send = (message: Message): void => void child?.send(message, () => undefined);

  return {
    order(card) {
      const name = `${createHash('sha256').update(shared).update(JSON.stringify(card)).digest('hex').slice(0, 16)}.png`;
      if (ordered.has(name)) return name;
      ordered.set(name, join(dir, name));
      if (there.has(name)) return name;
      child ??= startMaking(frame);
      send({ card, file: join(dir, name) });
      return name;
    },
    async finish() {
      const peak = child === null ? 0 : await finishMaking(child, () => send('finish'));
      if (child !== null) for (const name of there) if (!ordered.has(name)) rmSync(join(dir, name));
      return { files: ordered, peakMiB: peak };
    },
    stop: () => void child?.kill(),
  };
}

function startMaking(frame: CardFrame): ChildProcess {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(frame)], { serialization: 'advanced' });
  child.unref();
  child.channel?.unref();
  return child;
}

function finishMaking(child: ChildProcess, ask: () => void): Promise<number> {
  child.ref();
  child.channel?.ref();
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => reject(new Error(`The social cards could not be rendered: ${reason}`));
    const ended = (status: number | null): void => fail(`their process ended with status ${status}.`);
    if (child.exitCode !== null) return ended(child.exitCode);
    child.once('message', (answer: number | Failure) => (typeof answer === 'number' ? resolve(answer) : fail(answer.failed)));
    child.once('error', reject);
    child.once('exit', ended);
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

/** The parts that all cards of a site share. */
export interface CardFrame {
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

/** Returns the parts that all cards of a site share: its logo, its name and host, and the colors of the light mode. */
export function frameOfSite(config: SiteConfig): CardFrame {
  const tokens = new Map(readDesignTokens().map(({ name, light }) => [name, light]));
  const colors = Object.fromEntries(CARD_COLORS.map((name) => [name, tokens.get(name) ?? '#000000'])) as CardFrame['colors'];
  return { logo: readLogo(config), siteTitle: config.title, host: new URL(config.url).host, colors };
}

/** Reads the logo. Only an SVG file in a static folder can be embedded into the drawing; null for others. */
function readLogo({ navbar, staticDirectories }: SiteConfig): string | null {
  const source = navbar.logo?.src ?? '';
  if (!/^[^:]+\.svg$/.test(source)) return null;
  const file = staticDirectories.map((dir) => join(dir, source)).find((one) => existsSync(one));
  return file === undefined ? null : readFileSync(file, 'utf8');
}

/** Returns the card of a page. The title of the home page's card is the tagline of the site. */
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
  sendFailure();
  enableCompileCache();
  const frame = JSON.parse(process.argv[2] ?? '') as CardFrame;
  const making = import('./card-maker.ts').then(({ createCardMaker }) => createCardMaker(frame));
  let last: Promise<unknown> = making;
  const work = async (message: Message): Promise<void> => {
    if (message === 'finish') return void process.send?.(peakMiB(), () => process.disconnect());
    const bytes = await (await making).make(message.card);
    // Rename the file only when it is complete, because the build may be stopped at any time.
    writeFileSync(`${message.file}.part`, bytes);
    renameSync(`${message.file}.part`, message.file);
  };
  process.on('message', (message: Message) => (last = last.then(() => work(message))));
}

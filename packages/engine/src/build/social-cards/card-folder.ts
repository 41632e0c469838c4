import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Failure, peakMiB, sendFailure } from '../process-resources.ts';
import type { CardFrame, SocialCard } from './card.ts';

/** The cards of a site, kept from build to build: only those that no earlier build made are made, in a process of their own. */
export interface CardFolder {
  /** Orders a card, once or again. @returns the name of its file, which depends on all that goes into it */
  order(card: SocialCard): string;
  /** Waits for what is still being made. @returns where each ordered file lies, and the peak memory of the process that made them */
  finish(): Promise<{ files: ReadonlyMap<string, string>; peakMiB: number }>;
  /** Ends the process, also in the middle of its work. */
  stop(): void;
}

export interface CardFolderOptions {
  /** Where the pictures are kept. */
  dir: string;
  frame: CardFrame;
  /** Changes with the way cards are drawn. */
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
    const fail = (reason: string): void => reject(new Error(`The social cards could not be made: ${reason}`));
    const ended = (status: number | null): void => fail(`their process ended with status ${status}.`);
    if (child.exitCode !== null) return ended(child.exitCode);
    child.once('message', (answer: number | Failure) => (typeof answer === 'number' ? resolve(answer) : fail(answer.failed)));
    child.once('error', reject);
    child.once('exit', ended);
    ask();
  });
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
    // Under its name only when whole: a build that is stopped leaves no half picture.
    writeFileSync(`${message.file}.part`, bytes);
    renameSync(`${message.file}.part`, message.file);
  };
  process.on('message', (message: Message) => (last = last.then(() => work(message))));
}

/** Serves a snapshot of the current build, and switches to the next build as soon as it is published. */
import type { HttpBindings } from '@hono/node-server';
import { resolve, basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Hono } from 'hono';
import type { Environment } from '#config/env.ts';
import { securityHeaderList } from '#config/security-headers.ts';
import type { Plugin } from '../plugin.ts';
import { createApp } from './app.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { listen, ServerStartError, type RunningServer } from './http-server.ts';
import { SIGNALS } from './shutdown.ts';
import { createLogWriter, errorLogEntry, type LogEntry } from './log.ts';
import { openCounters, openServices, type OpenServices } from './open-services.ts';
import { BuildMissingError, readSiteManifest, siteDirectory, type SiteManifest } from './site-manifest.ts';
import { link, mkdir, readdir, readlink, rm, stat, symlink } from 'node:fs/promises';
import { INTERRUPTED, isRunning } from '#config/build-folder.ts';

export { listen, type RunningServer } from './http-server.ts';

interface ServeOptions {
  /** Folder of a complete build. */
  dir: string;
  /** Port number; with 0, the system chooses a free port. */
  port: number;
  host: string;
  /** The server's own environment variables. */
  environment: Environment;
  /** Plugins of the site; default none. */
  plugins?: readonly Plugin[];
  /** Environment variables for plugins; default: those of the process. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Receives the log entries; default: standard output. */
  log?: (entry: LogEntry) => void;
  services?: Hono[];
  /** Limits of connections that differ from the defaults. */
  connectionLimits?: Partial<ConnectionLimits>;
  /** Milliseconds between two checks for a new build; default 2000. */
  watchMs?: number;
  /** Milliseconds since 1970; default: the clock of the machine. */
  now?: () => number;
}

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
const WATCH_MS = 2 * SECOND_MS;
/** Maximum number of snapshots of earlier builds, whose assets are still served. */
const MAX_EARLIER_BUILDS = 24;
/** Time that a starting server waits for a publish to finish. */
const PUBLISHING_MS = 3 * SECOND_MS;
/** Time after which a replaced build is closed even if some of its requests are still active. */
const RETIREMENT_MS = 90 * SECOND_MS;

/** A build with everything that was opened from it, so that pages, search, and plugins change together. */
interface ServedBuild {
  /** The HTTP app with everything that it serves. */
  app: Hono;
  manifest: SiteManifest;
  snapshot: BuildSnapshot;
  services: OpenServices;
  errorHeaders: Record<string, string>;
  /** Number of active requests. */
  active: number;
}

/**
 * Serves a build, and switches to a newer one as soon as it is published into the same folder or the process receives SIGHUP. Each
 * request uses a single build; assets of earlier builds are served for a day. SIGTERM and SIGINT close the server and end the
 * process with status 0.
 * @throws BuildMissingError if there is no complete build, ServerStartError if the server cannot listen
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const {
    dir,
    port,
    host,
    environment,
    plugins = [],
    env = process.env,
    services = [],
    connectionLimits = {},
    watchMs = WATCH_MS,
    now = Date.now,
  } = options;
  const log = options.log ?? createLogWriter(process.stdout);
  const buildDirectory = resolve(dir);
  const startedAt = now();
  const counters = await openCounters({ environment, log, now });
  const retired = createRetiredBuilds(log, now);
  /** Number of snapshots taken so far, which makes their names unique. */
  let snapshotCount = 0;
  let isStopping = false;

  let pendingSnapshot: Promise<BuildSnapshot | null> = Promise.resolve(null);
  /** Opens the current build. @returns null if a build was published at the same time */
  async function openBuild(): Promise<ServedBuild | null> {
    pendingSnapshot = takeSnapshot(buildDirectory, `${process.pid}-${snapshotCount++}`);
    const snapshot = await pendingSnapshot;
    if (snapshot === null) return null;
    try {
      const { directory } = snapshot;
      const manifest = await readSiteManifest(directory);
      const opened = await openServices({ buildDirectory: directory, manifest, environment, plugins, env, log, now, counters });
      const app = createApp({
        siteDir: siteDirectory(directory),
        earlierSites: retired.siteDirectories,
        manifest,
        log,
        now,
        services: [...opened.services, ...services],
        health: () => ({
          status: isStopping ? 'stopping' : 'ok',
          build: manifest.build,
          uptimeSeconds: Math.floor((now() - startedAt) / SECOND_MS),
        }),
      });
      const errorHeaders = securityHeaderList({ ...manifest, settings: manifest.server });
      return { app, manifest, snapshot, services: opened, errorHeaders, active: 0 };
    } catch (error) {
      await snapshot.remove();
      throw error;
    }
  }

  async function openFirstBuild(): Promise<ServedBuild> {
    // Check the build folder before taking a snapshot, so that an error names this folder.
    checkAddresses(await readSiteManifest(buildDirectory), environment);
    await removeStaleSnapshots(buildDirectory);
    for (const until = now() + PUBLISHING_MS; ; await wait(PUBLISHING_MS / 100)) {
      const build = await openBuild();
      if (build !== null) return build;
      if (now() > until)
        throw new BuildMissingError(`${buildDirectory} is not a complete build: its publish was interrupted. Build the site again.`);
    }
  }

  /** Handles a signal before the server listens: removes the snapshot and exits. */
  const stopEarly = (): void =>
    void pendingSnapshot
      .then((snapshot) => snapshot?.remove())
      .catch(() => undefined)
      .finally(() => process.exit(0));
  const ignoreEarlyStop = (): void => SIGNALS.forEach((signal) => process.off(signal, stopEarly));
  for (const signal of SIGNALS) process.on(signal, stopEarly);

  let current = await openFirstBuild().catch(async (error: unknown) => {
    ignoreEarlyStop();
    await counters.close();
    throw error;
  });

  /** Signature of the build folder at the last check. */
  let lastSignature: string | null = null;
  /** Signature of a build that could not be opened, so that it is not tried again. */
  let failedSignature: string | null = null;
  let reloading: Promise<void> | null = null;
  async function reload(): Promise<void> {
    const next = await openBuild();
    if (next === null) return;
    const replaced = current;
    current = next;
    retired.add(replaced);
  }

  /** Opens the build in the build folder. If that fails, the error is logged and the current build is still served. */
  function requestReload(): Promise<void> {
    reloading ??= reload()
      .catch((error: unknown) => {
        failedSignature = lastSignature;
        log(errorLogEntry(error, now(), null));
      })
      .finally(() => (reloading = null));
    return reloading;
  }
  async function checkForNewBuild(): Promise<void> {
    lastSignature = await buildSignature(buildDirectory);
    if (lastSignature !== null && lastSignature !== current.snapshot.signature && lastSignature !== failedSignature) await requestReload();
    await retired.removeOld();
  }

  // Checks must not overlap: on a busy machine, one that began during a publish could end after the next one has already opened the build.
  let checking: Promise<void> | null = null;
  const watching = setInterval(() => (checking ??= checkForNewBuild().finally(() => (checking = null))), watchMs).unref();
  const onHangUp = (): void => void requestReload();
  process.on('SIGHUP', onHangUp);

  async function closeAll(): Promise<void> {
    clearInterval(watching);
    process.off('SIGHUP', onHangUp);
    // A check that has begun could still open a build, whose snapshot nobody would remove.
    await checking;
    await reloading;
    await Promise.all([current.services.close(), retired.close()]);
    await current.snapshot.remove();
    await counters.close();
  }

  const fetch: Hono['fetch'] = (request, bindings) => {
    const build = current;
    build.active += 1;
    (bindings as HttpBindings).outgoing.once('close', () => (build.active -= 1));
    return build.app.fetch(request, bindings);
  };
  const server = await listen(
    { fetch },
    {
      port,
      host,
      trustedProxies: environment.trustedProxies,
      connectionLimits,
      errorHeaders: () => current.errorHeaders,
      onStopping: () => (isStopping = true),
      onStopped: closeAll,
    },
  )
    .catch(async (error: unknown) => {
      await closeAll();
      throw error;
    })
    .finally(ignoreEarlyStop);
  return { url: server.url + current.manifest.baseUrl, close: server.close };
}

/** Builds that a newer one has replaced. Their last requests finish, and their assets are served for a day. */
interface RetiredBuilds {
  /** Returns the folders of the sites whose assets are still served, newest first. */
  siteDirectories(): string[];
  /** Adds a build, and closes its services when its last request has finished. */
  add(build: ServedBuild): void;
  /** Removes the snapshots of builds that are too old or too many. */
  removeOld(): Promise<void>;
  /** Closes all services and removes all snapshots. */
  close(): Promise<void>;
}

function createRetiredBuilds(log: (entry: LogEntry) => void, now: () => number): RetiredBuilds {
  /** The files of replaced builds, newest first. Their services are not kept: their indexes and caches take megabytes. */
  const builds: { snapshot: BuildSnapshot; replacedAt: number }[] = [];
  /** Builds whose services are still open, by the timer that waits for their last requests. */
  const closing = new Map<NodeJS.Timeout, ServedBuild>();
  const logError = (error: unknown): void => log(errorLogEntry(error, now(), null));

  function closeWhenIdle(build: ServedBuild): void {
    const since = now();
    const timer = setInterval(() => {
      if (build.active > 0 && now() - since < RETIREMENT_MS) return;
      clearInterval(timer);
      closing.delete(timer);
      build.services.close().catch(logError);
    }, SECOND_MS).unref();
    closing.set(timer, build);
  }

  return {
    siteDirectories: () => builds.map(({ snapshot }) => siteDirectory(snapshot.directory)),
    add(build) {
      builds.unshift({ snapshot: build.snapshot, replacedAt: now() });
      closeWhenIdle(build);
    },
    async removeOld() {
      const isOld = ({ replacedAt }: { replacedAt: number }, index: number): boolean =>
        index >= MAX_EARLIER_BUILDS || now() - replacedAt > DAY_MS;
      const old = builds.filter(isOld);
      for (const build of old) builds.splice(builds.indexOf(build), 1);
      await Promise.all(old.map(({ snapshot }) => snapshot.remove().catch(logError)));
    },
    async close() {
      for (const timer of closing.keys()) clearInterval(timer);
      await Promise.all([...closing.values()].map(({ services }) => services.close()));
      await Promise.all(builds.map(({ snapshot }) => snapshot.remove()));
    },
  };
}

/** Checks that the environment matches the build. Pages contain the addresses of the site, so the server cannot change them. @throws ServerStartError */
function checkAddresses({ baseUrl, url }: SiteManifest, environment: Pick<Environment, 'baseUrl' | 'siteUrl'>): void {
  const wanted = { BASE_URL: [environment.baseUrl, baseUrl], SITE_URL: [environment.siteUrl, url] } as const;
  for (const [variable, [set, built]] of Object.entries(wanted))
    if (set !== null && built !== undefined && set !== built)
      throw new ServerStartError(
        `${variable} is ${set}, but the build was made for ${built}. Set the same ${variable} for the build and build again, or unset it.`,
      );
}

/** A snapshot of a build that later builds into the same folder do not change. */
interface BuildSnapshot {
  /** Absolute folder of the build. */
  directory: string;
  /** Identifies the state of the build folder at the time of the snapshot. */
  signature: string;
  remove(): Promise<void>;
}

const MAX_CONCURRENT_LINKS = 64;

/** Copies a tree with hard links. A build replaces files by renaming new ones over them, so the links keep the old content and take no space. */
async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const entries = await readdir(from, { withFileTypes: true });
  for (let start = 0; start < entries.length; start += MAX_CONCURRENT_LINKS) {
    await Promise.all(
      entries.slice(start, start + MAX_CONCURRENT_LINKS).map(async (entry) => {
        const [source, target] = [join(from, entry.name), join(to, entry.name)];
        if (entry.isDirectory()) await linkTree(source, target);
        else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
        else await link(source, target);
      }),
    );
  }
}

/** Returns a value that changes whenever a build is published into the folder; null during a publish, or if there is no build. */
async function buildSignature(directory: string): Promise<string | null> {
  const [folder, manifest, interrupted] = await Promise.all(
    [directory, join(directory, 'manifest.json'), join(directory, INTERRUPTED)].map((path) =>
      stat(path, { bigint: true }).catch(() => null),
    ),
  );
  if (!folder || !manifest || interrupted) return null;
  return [folder, manifest].map(({ ino, mtimeNs }) => `${ino}:${mtimeNs}`).join(' ');
}

/**
 * Takes a snapshot beside the build folder. If the parent folder is not writable, as on a read-only disk, returns the build
 * folder itself, because no build can change it either.
 * @returns null during a publish; the caller should retry
 */
async function takeSnapshot(directory: string, name: string): Promise<BuildSnapshot | null> {
  const before = await buildSignature(directory);
  if (before === null) return null;
  const target = join(dirname(directory), `.${basename(directory)}.serving-${name}`);
  const remove = (): Promise<void> => rm(target, { recursive: true, force: true });
  try {
    await remove();
    await linkTree(directory, target);
  } catch {
    await remove().catch(() => undefined);
    if ((await buildSignature(directory)) !== before) return null;
    return { directory, signature: before, remove: async () => undefined };
  }
  if ((await buildSignature(directory)) === before) return { directory: target, signature: before, remove };
  await remove();
  return null;
}

/** Removes the snapshots of servers that were killed. */
async function removeStaleSnapshots(directory: string): Promise<void> {
  const prefix = `.${basename(directory)}.serving-`;
  const names = await readdir(dirname(directory)).catch(() => []);
  for (const name of names) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (!Number.isNaN(pid) && !isRunning(pid))
      await rm(join(dirname(directory), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

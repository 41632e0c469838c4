import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Environment } from '#config/env.ts';
import type { Plugin } from '../plugin.ts';
import { createApp } from './app.ts';
import type { LogEntry } from './log-entry.ts';
import { openServices } from './open-services.ts';
import { createShutdown } from './shutdown.ts';
import { readSiteManifest, siteDirectory } from './site-manifest.ts';
import { createLogWriter } from './write-log.ts';

export interface ServeOptions {
  /** Folder of a finished build. */
  dir: string;
  /** 0 takes any free port. */
  port: number;
  host: string;
  /** What answers questions, where they are kept, and what stands in front of the server. */
  environment: Environment;
  /** Extensions of the site; default none. */
  plugins?: readonly Plugin[];
  /** Environment variables that plugins read; default those of the process. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Takes the lines of the log; standard output when left out. */
  log?: (entry: LogEntry) => void;
  services?: Hono[];
}

export interface RunningServer {
  /** Address of the home page, base URL included. */
  url: string;
  /** Stops accepting, lets running requests finish, and cuts off what is still there after four seconds. */
  close(): Promise<void>;
}

/** A server that cannot start. The message says why and what to do. */
export class ServerStartError extends Error {
  override name = 'ServerStartError';
}

const SECOND_MS = 1000;

// A client that sends its request byte by byte, or never reads its response, must not hold a connection for long.
const TIMEOUTS = {
  headersTimeout: 10 * SECOND_MS,
  requestTimeout: 30 * SECOND_MS,
  // Above the minute after which most load balancers drop an idle connection: they must be the ones who close it.
  keepAliveTimeout: 65 * SECOND_MS,
  connectionsCheckingInterval: 5 * SECOND_MS,
};
const IDLE_SOCKET_MS = 120 * SECOND_MS;

/**
 * Serves a finished build. SIGTERM and SIGINT close the server and end the process with status 0.
 * @throws BuildMissingError when there is nothing to serve, ServerStartError when the port cannot be had.
 */
export async function serve({
  dir,
  port,
  host,
  environment,
  plugins = [],
  env = process.env,
  log = createLogWriter(process.stdout),
  services = [],
}: ServeOptions): Promise<RunningServer> {
  const buildDirectory = resolve(dir);
  const manifest = await readSiteManifest(buildDirectory);
  const opened = await openServices({ buildDirectory, manifest, environment, plugins, env, log, now: Date.now });
  const startedAt = Date.now();
  let isStopping = false;
  const app = createApp({
    siteDir: siteDirectory(buildDirectory),
    manifest,
    log,
    now: Date.now,
    services: [...opened.services, ...services],
    health: () => ({
      status: isStopping ? 'stopping' : 'ok',
      build: manifest.build,
      uptimeSeconds: Math.floor((Date.now() - startedAt) / SECOND_MS),
    }),
  });
  const server = await listen(app, { port, host, onStopping: () => (isStopping = true), onStopped: opened.close }).catch(async (error) => {
    await opened.close();
    throw error;
  });
  return { url: server.url + manifest.baseUrl, close: server.close };
}

export interface ListenOptions {
  /** 0 takes any free port. */
  port: number;
  host: string;
  /** Called once when the server begins to stop: the place to end streams that would hold it. */
  onStopping: () => void;
  /** Called when the last request is done: the place to let go of files and databases. */
  onStopped?: () => Promise<void>;
}

/** Listens with an app. The address is an origin, without a path. @throws ServerStartError when the port cannot be had. */
export async function listen(app: Hono, { port, host, onStopping, onStopped }: ListenOptions): Promise<RunningServer> {
  // Without options for TLS or HTTP/2 the adaptor makes a plain HTTP server.
  // Its own Response in place of the global one would break libraries that use Response for themselves, as the highlighter does.
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: TIMEOUTS, overrideGlobalObjects: false }) as Server;
  server.setTimeout(IDLE_SOCKET_MS);
  await startListening(server, port, host);
  const close = createShutdown(server, { onStopping, ...(onStopped && { onStopped }) });
  return { url: addressOf(server, host), close };
}

async function startListening(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new ServerStartError(startAdvice(error, port, host), { cause: error });
  }
}

function startAdvice(error: unknown, port: number, host: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Stop that program or choose another port with --port or PORT, e.g. --port ${port + 1}.`;
  if (code === 'EACCES')
    return `Port ${port} is not open to this user: ports below 1024 belong to the system. Choose a higher one with --port or PORT.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `"${host}" is no address of this machine. Choose one with --host or HOST: 127.0.0.1 for this machine only, 0.0.0.0 for all.`;
  }
  return `The server cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}.`;
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  // What listens everywhere is not an address that a browser can open.
  const name = host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

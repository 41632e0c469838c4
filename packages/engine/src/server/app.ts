import { dirname } from 'node:path';
import { Hono, type Context } from 'hono';
import { isInServiceFolder } from '#model/service-paths.ts';
import { errorResponse, methodNotAllowed } from './error-response.ts';
import type { LogEntry } from './log.ts';
import { MAX_BODY_BYTES } from './http-server.ts';
import { accessLog, bodyLimit, errorHandler, securityHeaders, urlLimit, errorPages } from './middleware.ts';
import { staticSite } from './static-site.ts';
import type { SiteManifest } from './site-manifest.ts';

export interface Health {
  /** `stopping` while the last requests finish. Load balancers should not send more requests then. */
  status: 'ok' | 'stopping';
  build: string;
  uptimeSeconds: number;
}

export interface AppDependencies {
  /** Folder of the built site, absolute; the other files of the build are in its parent. */
  siteDir: string;
  /** Folders of earlier builds' sites, the latest first, whose assets are still served. */
  earlierSites?: () => readonly string[];
  manifest: SiteManifest;
  log: (entry: LogEntry) => void;
  health: () => Health;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Additional services. They must be in folders of services (`model/service-paths.ts`), so that their errors are JSON. Pages of the site can have such paths, too. */
  services?: Hono[];
}

const MAX_URL_CHARACTERS = 8 * 1024;
const READ_METHODS = 'GET, HEAD';

/** Creates the HTTP app from its dependencies. It needs neither a port nor environment variables, so tests call `app.request`. */
export function createApp(dependencies: AppDependencies): Hono {
  const { siteDir, manifest, log, health, now, services = [] } = dependencies;
  const app = new Hono();
  app.use(accessLog(log, now));
  app.use(securityHeaders({ ...manifest, settings: manifest.server, isHttpsSite: manifest.url?.startsWith('https:') ?? false }));
  app.use(errorPages(dirname(siteDir), manifest.searchWords));
  app.use(urlLimit(MAX_URL_CHARACTERS));
  app.use(bodyLimit(MAX_BODY_BYTES));
  app.onError(errorHandler(log, now));

  app.route('/', healthService(health));
  for (const service of services) app.route('/', service);
  const { baseUrl, font, redirects, temporaryRedirects, languages } = manifest;
  const { earlierSites } = dependencies;
  const site = staticSite({ siteDir, earlierSites, baseUrl, font, redirects, temporaryRedirects, languages, isService: isForService });
  app.get('*', site);
  app.notFound(unhandledRequest);
  return app;
}

/** Creates the service that tells load balancers whether the server accepts requests. */
export function healthService(health: () => Health): Hono {
  const app = new Hono();
  app.get('/healthz', (c) => {
    const report = health();
    return c.json(report, report.status === 'ok' ? 200 : 503, { 'Cache-Control': 'no-store' });
  });
  app.all('/healthz', (c) => methodNotAllowed(c, READ_METHODS));
  return app;
}

/** Responds to a request that neither a service nor the pages handle: no service is at its address, or pages do not support its method. */
export function unhandledRequest(c: Context): Response {
  return isForService(c) ? errorResponse(c, 404, 'not_found', 'No service exists at this address.') : methodNotAllowed(c, READ_METHODS);
}

function isForService(c: Context): boolean {
  return isInServiceFolder(c.req.path);
}

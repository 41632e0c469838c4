/**
 * The addresses at which the server and its plugins answer themselves. Pages cannot have them, their errors are JSON, and the development
 * server starts its services only for them.
 */

/** The folders of the services at the root of the server. */
const SERVICE_FOLDERS = /^\/(1|v1|rest|mcp|healthz)(\/|$)/;
/** Routes of services and of `/assets`, whose files browsers keep for a year, because their names contain a hash. */
const RESERVED_ROUTES = /^\/(?:assets(?:\/|$)|(?:mcp|healthz|v1\/completions|rest\/v1\/(?:queries|page_ratings|searches_again))$)/i;

/** Paths of services, at the root and below a base URL. */
const SERVICES =
  /\/(1\/indexes\/[^/]+\/quer(y|ies)|v1\/completions|rest\/v1\/\w+|mcp(\/server-card)?|\.well-known\/(api-catalog|ai-catalog\.json)|search-index\.json|search\/results\.json)$/;
/** DocSearch's protocol, whose clients expect errors in its own format. */
const DOCSEARCH_SERVICE = /\/1\/indexes\/[^/]+\/(query|queries)$/;
/** The query log, whose clients expect the errors of PostgREST. */
const QUERY_LOG_SERVICE = /\/rest\/v1\/queries$/;

/** Whether a path at the root belongs to services only, so that no page can be meant. */
export const isInServiceFolder = (path: string): boolean => SERVICE_FOLDERS.test(path);

/** Whether the server needs a route itself. Compares without case, as some disks do. */
export const isReservedRoute = (route: string): boolean => RESERVED_ROUTES.test(route);

/** Whether a service can be at a path. A page may have the same path, such as `/docs/mcp`. */
export const isServicePath = (path: string): boolean => SERVICES.test(path);

/** Returns the format in which the clients of a path expect errors. */
export function errorFormatOf(path: string): 'docsearch' | 'postgrest' | 'own' {
  if (DOCSEARCH_SERVICE.test(path)) return 'docsearch';
  return QUERY_LOG_SERVICE.test(path) ? 'postgrest' : 'own';
}

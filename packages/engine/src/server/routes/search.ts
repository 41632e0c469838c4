import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { ProtocolError, type Responder } from '@quire/search/docsearch';

/** What answers the search: null where the build has no index. */
export type SearchBackend = Responder | null;

const NO_INDEX = new ProtocolError('This site was built without a search index. Build it again, and look at what the build says.', 503);

export interface SearchServiceOptions {
  backend: SearchBackend;
  /** From slash to slash. */
  baseUrl: string;
  /** Run before anything is read: origins, limits. */
  guards?: readonly MiddlewareHandler[];
}

/**
 * The hosted search service's query protocol on our own origin, at the root, where clients that know only a host
 * look for it, and below the base URL. Keys are public and there is but one index: they are looked at for their form only.
 */
export function searchService({ backend, baseUrl, guards = [] }: SearchServiceOptions): Hono {
  const service = new Hono();
  for (const base of new Set(['/', baseUrl])) {
    for (const guard of guards) service.use(`${base}1/indexes/:name/:action{query|queries}`, guard);
    service.post(`${base}1/indexes/:name/queries`, (c) =>
      answer(c, (body, responder) => {
        const name = c.req.param('name');
        if (name !== '*')
          throw new ProtocolError(
            `Several queries go to /1/indexes/*/queries, a single one to /1/indexes/${name.slice(0, 80)}/query.`,
            404,
          );
        return responder.answerAll(body);
      }),
    );
    service.post(`${base}1/indexes/:name/query`, (c) => answer(c, (body, responder) => responder.answerOne(body, c.req.param('name'))));
  }

  async function answer(c: Context, work: (body: string, responder: Responder) => object): Promise<Response> {
    const noStore = { 'Cache-Control': 'no-store' };
    try {
      checkKeys(c);
      const body = await c.req.text();
      if (backend === null) throw NO_INDEX;
      return c.json(work(body, backend), 200, noStore);
    } catch (error) {
      if (error instanceof ProtocolError) return c.json(error.toBody(), error.status, noStore);
      throw error;
    }
  }
  return service;
}

const KEY_FORMS: readonly (readonly [name: string, form: RegExp])[] = [
  ['x-algolia-application-id', /^[\w-]{1,100}$/],
  ['x-algolia-api-key', /^[\w+/=.-]{1,1000}$/],
];

/** Clients send the application's id and key as headers or in the address. */
function checkKeys(c: Context): void {
  for (const [name, form] of KEY_FORMS) {
    const value = c.req.header(name) ?? c.req.query(name);
    if (value !== undefined && value !== '' && !form.test(value))
      throw new ProtocolError(`${name} is not written as such a value is.`, 403);
  }
}

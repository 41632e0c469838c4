import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A fake PostgREST service with the `queries` table, which supports only inserts. */
export interface PostgrestService {
  url: string;
  rows: { query: string; result_rating?: string }[];
  requests: IncomingMessage[];
  /** Status codes of the next responses, instead of an insert; 0 means no response. */
  failNext: number[];
  close(): Promise<void>;
}

export const SERVICE_KEY = 'service-key';

export async function startPostgrestService(): Promise<PostgrestService> {
  const service = { rows: [] as PostgrestService['rows'], requests: [] as IncomingMessage[], failNext: [] as number[] };
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    service.requests.push(request);
    const failure = service.failNext.shift();
    if (failure === 0) return;
    const body = await text(request);
    const isAllowed = request.headers['apikey'] === SERVICE_KEY && request.headers.authorization === `Bearer ${SERVICE_KEY}`;
    const status = failure ?? (isAllowed ? 201 : 401);
    if (status === 201) service.rows.push(JSON.parse(body) as PostgrestService['rows'][number]);
    response.writeHead(status, { Location: '/elsewhere' }).end();
  }

  const server = createServer((request, response) => void answer(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(service, {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  });
}

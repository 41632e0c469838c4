import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { createMcpServer } from './create-mcp-server.ts';
import type { Documentation } from './documentation.ts';

/** Answers one message of the protocol. @param message the request's body, read already */
export async function answerMessage(request: Request, message: unknown, documentation: Documentation): Promise<Response> {
  const server = createMcpServer(documentation);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const response = await transport.handleRequest(request, { parsedBody: message });
  response.headers.set('Cache-Control', 'no-store');
  await server.close();
  return response;
}

import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { LONGEST_QUERY } from '@quire/search';
import { z } from 'zod';
import type { Documentation } from './documentation.ts';
import { getPage, listPages, searchDocs } from './tools.ts';

const READ_ONLY = { readOnlyHint: true, openWorldHint: false } as const;
const MOST_RESULTS = 20;

const offset = z.int('a whole number from 0').min(0, 'a whole number from 0').default(0);
const words = (most: number) => {
  const message = `text of 1 to ${most} characters`;
  return z.string(message).trim().min(1, message).max(most, message);
};

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

/** A server of the Model Context Protocol over the documentation. It keeps nothing, so each request has one of its own. */
function createMcpServer(documentation: Documentation): McpServer {
  const { title, engine } = documentation;
  const groups = engine.groups.map(({ name }) => name);
  const server = new McpServer(
    { name: 'documentation', title: `${title} documentation`, version: '1.0.0' },
    { instructions: `Searches and reads the documentation of ${title}. Search first, then read the pages that were found.` },
  );
  const limitMessage = `a whole number from 1 to ${MOST_RESULTS}`;
  server.registerTool(
    'search_docs',
    {
      title: 'Search the documentation',
      description: `Searches the documentation of ${title}; gives the best pages with the sections that match.`,
      inputSchema: {
        query: words(LONGEST_QUERY).describe('What to look for: a few words, a setting, or a line of an error message'),
        limit: z.int(limitMessage).min(1, limitMessage).max(MOST_RESULTS, limitMessage).default(5).describe('How many pages'),
      },
      annotations: READ_ONLY,
    },
    ({ query, limit }) => asText(() => searchDocs(documentation, query, limit)),
  );
  server.registerTool(
    'get_page',
    {
      title: 'Read a page',
      description: 'Gives a page of the documentation as Markdown; long ones in parts.',
      inputSchema: {
        path: words(1000).describe('Path of the page as search_docs tells it, or its full address'),
        offset: offset.describe('Characters to leave out, for the next part of a long page'),
      },
      annotations: READ_ONLY,
    },
    ({ path, offset: from }) => asText(() => getPage(documentation, path, from)),
  );
  server.registerTool(
    'list_pages',
    {
      title: 'List the pages',
      description: 'Lists path and title of the pages, a hundred at a time.',
      inputSchema: {
        group: z
          .enum(groups, `one of ${groups.join(', ')}`)
          .optional()
          .describe('Only this part of the documentation'),
        offset: offset.describe('Pages to leave out'),
      },
      annotations: READ_ONLY,
    },
    ({ group, offset: from }) => asText(() => listPages(documentation, group ?? null, from)),
  );
  return server;
}

async function asText(run: () => string | Promise<string>): Promise<{ content: { type: 'text'; text: string }[] }> {
  return { content: [{ type: 'text', text: await run() }] };
}

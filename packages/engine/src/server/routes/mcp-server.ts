import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { LONGEST_QUERY, type SearchHit, type TextPiece } from '@quire/search';
import { type Documentation, findPage } from './mcp.ts';

/** The name and version of the endpoint, and the protocol versions that it supports. The server card contains the same values. */
export const SERVER = { name: 'documentation', version: '1.0.0' } as const;
export const PROTOCOL_VERSIONS: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;

const READ_ONLY = { readOnlyHint: true, openWorldHint: false } as const;
const MAX_RESULTS = 20;

const offsetSchema = z.int('a whole number from 0').min(0, 'a whole number from 0').default(0);
const textSchema = (max: number) => {
  const message = `text of 1 to ${max} characters`;
  return z.string(message).trim().min(1, message).max(max, message);
};

/** Handles one message of the protocol. @param message the parsed body of the request */
export async function answerMessage(request: Request, message: unknown, documentation: Documentation): Promise<Response> {
  const server = createMcpServer(documentation);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const response = await transport.handleRequest(request, { parsedBody: message });
  response.headers.set('Cache-Control', 'no-store');
  const body = shortened(await response.text());
  await server.close();
  return new Response(body === '' ? null : body, response);
}

/** Maximum length of the message of an error. The library describes each wrong value of a list, which takes a hundred times as many characters. */
const MAX_ERROR_LENGTH = 1000;

/** Shortens the error in a response, if it is one. */
function shortened(body: string): string {
  if (body.length <= MAX_ERROR_LENGTH) return body;
  const answer = JSON.parse(body) as { error?: { code: number; message: string } };
  if (answer.error === undefined) return body;
  const { code, message } = answer.error;
  return JSON.stringify({ ...answer, error: { code, message: message.slice(0, MAX_ERROR_LENGTH) } });
}

/** Creates a server of the Model Context Protocol for the documentation. It is stateless, so each request gets a new one. */
function createMcpServer(documentation: Documentation): McpServer {
  const { title, engine } = documentation;
  const groups = engine.groups.map(({ name }) => name);
  const server = new McpServer(
    { ...SERVER, title: `${title} documentation` },
    { instructions: `Searches and reads the documentation of ${title}. Search first, then read the pages that were found.` },
  );
  const limitMessage = `a whole number from 1 to ${MAX_RESULTS}`;
  server.registerTool(
    'search_docs',
    {
      title: 'Search the documentation',
      description: `Searches the documentation of ${title}; returns the best pages with the matching sections.`,
      inputSchema: {
        query: textSchema(LONGEST_QUERY).describe('What to look for: a few words, a setting, or a line of an error message'),
        limit: z.int(limitMessage).min(1, limitMessage).max(MAX_RESULTS, limitMessage).default(5).describe('Maximum number of pages'),
      },
      annotations: READ_ONLY,
    },
    ({ query, limit }) => toolResult(() => searchDocs(documentation, query, limit)),
  );
  server.registerTool(
    'get_page',
    {
      title: 'Read a page',
      description: 'Returns a page of the documentation as Markdown; long pages in parts.',
      inputSchema: {
        path: textSchema(1000).describe('Path of the page from search_docs, or its full address'),
        offset: offsetSchema.describe('Number of characters to skip, for the next part of a long page'),
      },
      annotations: READ_ONLY,
    },
    ({ path, offset: from }) => toolResult(() => getPage(documentation, path, from)),
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
        offset: offsetSchema.describe('Number of pages to skip'),
      },
      annotations: READ_ONLY,
    },
    ({ group, offset: from }) => toolResult(() => listPages(documentation, group ?? null, from)),
  );
  return server;
}

async function toolResult(run: () => string | Promise<string>): Promise<{ content: { type: 'text'; text: string }[] }> {
  return { content: [{ type: 'text', text: await run() }] };
}

/** An error of the caller; the message says how to fix it. */
class ToolError extends Error {
  override name = 'ToolError';
}

/** Maximum number of characters in one part of a page, because a long reference page would fill an agent's context window. */
const PART_CHARACTERS = 20_000;
const PAGES_AT_A_TIME = 100;
const MAX_EXCERPTS = 2;

function searchDocs({ engine }: Documentation, query: string, limit: number): string {
  const { hits, total } = engine.search({ text: query, hitsPerPage: limit });
  if (hits.length === 0) return `Nothing was found for "${query}". Try fewer or other words, or list_pages.`;
  const results = hits.map((hit, index) => `${index + 1}. ${describeHit(hit)}`);
  const more = total > hits.length ? [`${total - hits.length} more pages match; ask for more with a higher limit or narrower words.`] : [];
  return [...results, ...more, 'Read a page with get_page and its path.'].join('\n\n');
}

function describeHit({ page, sections }: SearchHit): string {
  const lines = sections.slice(0, MAX_EXCERPTS).flatMap(({ anchor, heading, excerpt }) => {
    const place = anchor === '' ? page.path : `${page.path}#${anchor}`;
    return [`   - ${heading} (${place})`, ...(excerpt.length > 0 ? [`     ${excerptText(excerpt)}`] : [])];
  });
  return [`${page.title}`, `   path: ${page.path}`, ...lines].join('\n');
}

/** Joins the pieces of an excerpt, which may come from several blocks, on one line. */
const excerptText = (pieces: readonly TextPiece[]): string =>
  pieces
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/g, ' ');

/** @param offset characters of the page to skip, from the note at the end of the previous part */
async function getPage(documentation: Documentation, path: string, offset: number): Promise<string> {
  const { pages, baseUrl, readMarkdown } = documentation;
  const page = findPage(pages, path, baseUrl);
  const markdown = page && (await readMarkdown(page));
  if (markdown === null) throw new ToolError(`There is no page ${path}. ${nearestPages(documentation, path)}`);
  if (offset > 0 && offset >= markdown.length) {
    throw new ToolError(`The page ${path} has ${markdown.length} characters: there is nothing at offset ${offset}.`);
  }
  const end = partEnd(markdown, offset);
  const part = markdown.slice(offset, end);
  if (end === markdown.length) return part;
  return `${part}\n\n[Characters ${offset} to ${end} of ${markdown.length}. Call get_page with offset ${end} to continue.]`;
}

function partEnd(markdown: string, offset: number): number {
  if (markdown.length - offset <= PART_CHARACTERS) return markdown.length;
  const line = markdown.lastIndexOf('\n', offset + PART_CHARACTERS);
  return line > offset ? line + 1 : offset + PART_CHARACTERS;
}

function nearestPages({ engine }: Documentation, path: string): string {
  const words = path.replace(/^https?:\/\/[^/]*/, '').replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
  const near = engine.search({ text: words, hitsPerPage: 3 }).hits.map(({ page }) => page.path);
  return near.length === 0 ? 'Call list_pages for the paths of all pages.' : `Similar pages: ${near.join(', ')}`;
}

/** @param offset pages to skip, from the note at the end of the previous list */
function listPages({ pages }: Documentation, group: string | null, offset: number): string {
  const all = pages.filter((page) => group === null || page.group === group);
  const shown = all.slice(offset, offset + PAGES_AT_A_TIME);
  if (shown.length === 0) throw new ToolError(`The list has ${all.length} pages: there is nothing at offset ${offset}.`);
  const lines = shown.map(({ path, title }) => `- ${path}: ${title}`);
  const end = offset + shown.length;
  const note = end < all.length ? [`[${end} of ${all.length} pages. Call list_pages with offset ${end} to continue.]`] : [];
  return [...lines, ...note].join('\n');
}

import { PostgrestError } from './postgrest-error.ts';

/** A row to insert. */
export interface QueryRow {
  query: string;
  rating: 'positive' | 'negative' | null;
}

const MAX_ROWS = 10;
const MAX_QUERY_CHARACTERS = 2000;
const COLUMNS = ['query', 'result_rating'];

/**
 * Reads the body of an insert: a row, or several in an array.
 * @throws PostgrestError with the codes that PostgREST and PostgreSQL have for such mistakes
 */
export function readRows(body: string): QueryRow[] {
  const value = parse(body);
  const rows = Array.isArray(value) ? (value as unknown[]) : [value];
  if (rows.length > MAX_ROWS) throw new PostgrestError(400, '54000', `More than ${MAX_ROWS} rows at a time are not taken`);
  return rows.map(readRow);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new PostgrestError(400, 'PGRST102', 'Empty or invalid json');
  }
}

function readRow(row: unknown): QueryRow {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    throw new PostgrestError(400, 'PGRST102', 'A row is a JSON object', 'Send {"query": "…"}, or an array of such rows.');
  }
  const unknown = Object.keys(row).find((column) => !COLUMNS.includes(column));
  if (unknown !== undefined) {
    const message = `Could not find the '${unknown.slice(0, 80)}' column of 'queries' in the schema cache`;
    throw new PostgrestError(400, 'PGRST204', message, `The columns are ${COLUMNS.join(' and ')}.`);
  }
  const { query, result_rating: rating } = row as Record<string, unknown>;
  return { query: readQuery(query), rating: readRating(rating) };
}

function readQuery(value: unknown): string {
  if (value === undefined || value === null) {
    throw new PostgrestError(400, '23502', 'null value in column "query" of relation "queries" violates not-null constraint');
  }
  if (typeof value !== 'string') throw new PostgrestError(400, '22P02', 'invalid input for column "query": expected text');
  const query = value.trim();
  if (query === '' || query.length > MAX_QUERY_CHARACTERS) {
    const message = 'new row for relation "queries" violates check constraint "query_length"';
    throw new PostgrestError(400, '23514', message, `A query has 1 to ${MAX_QUERY_CHARACTERS} characters.`);
  }
  return query;
}

function readRating(value: unknown): QueryRow['rating'] {
  if (value === undefined || value === null) return null;
  if (value === 'positive' || value === 'negative') return value;
  const found = typeof value === 'string' ? value.slice(0, 80) : typeof value;
  throw new PostgrestError(400, '22P02', `invalid input value for enum result_rating: "${found}"`, 'A rating is positive or negative.');
}

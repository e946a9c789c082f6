import { INVALID_PARAMS, McpError } from './dispatcher.ts';

export interface KeyPage<Key extends string> {
  readonly keys: readonly Key[];
  /** Absent at the end. */
  readonly nextCursor?: string;
}

export interface PageBounds<Key extends string> {
  readonly most: number;
  /** Number of files, for example. */
  readonly weightOf: (key: Key) => number;
  /** A single key may exceed. */
  readonly mostWeight: number;
}

/**
 * Skills may change between pages.
 *
 * @param keys ascending
 * @throws `McpError` for foreign cursors
 */
export function keyPage<Key extends string>(
  keys: readonly Key[],
  cursor: unknown,
  { most, weightOf, mostWeight }: PageBounds<Key>,
): KeyPage<Key> {
  const start = startAfter(keys, cursor);
  let end = start;
  let weight = 0;
  for (const key of keys.slice(start, start + most)) {
    weight += weightOf(key);
    if (end > start && weight > mostWeight) break;
    end += 1;
  }
  const page = keys.slice(start, end);
  const last = page.at(-1);
  const isMore = last !== undefined && end < keys.length;
  return { keys: page, ...(isMore && { nextCursor: Buffer.from(last).toString('base64url') }) };
}

function startAfter(keys: readonly string[], cursor: unknown): number {
  if (cursor === undefined) return 0;
  const last = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString('utf8') : '';
  const exact = keys.indexOf(last);
  if (exact >= 0) return exact + 1;
  if (last.split('/').length !== 3) throw new McpError(INVALID_PARAMS, 'The cursor is not from this server.');
  const after = keys.findIndex((key) => key > last);
  return after < 0 ? keys.length : after;
}

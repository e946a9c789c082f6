import { useAge } from '../stores/use-now.ts';

/** `4 min`. A tick rerenders only the text. */
export function Age({
  since,
}: {
  /** ISO 8601, or milliseconds since 1970. */ readonly since: string | number;
}) {
  return <>{useAge(typeof since === 'string' ? Date.parse(since) : since)}</>;
}

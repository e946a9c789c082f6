import { useAge } from '../world/use-now.ts';

/** How long ago something was, such as `4 min`; a part of its own, so that only it is drawn again when that changes. */
export function Age({
  since,
}: {
  /** ISO 8601, or milliseconds since 1970. */ readonly since: string | number;
}) {
  return <>{useAge(typeof since === 'string' ? Date.parse(since) : since)}</>;
}

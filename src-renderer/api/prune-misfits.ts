import type { SchemaError } from '../../src-server/contract/schemas/status.schema.json?validate';

/**
 * Removes rejected values, so that one invalid field hides only itself. Removes array items without required
 * properties. Undefined if the root is invalid.
 */
export function pruneMisfits(answer: unknown, errors: readonly SchemaError[]): unknown {
  const copy: unknown = structuredClone(answer);
  const paths = [...new Set(errors.map((error) => error.instancePath))];
  const misfits = paths.map((path) => path.split('/').slice(1).map(unescapePointer));
  if (misfits.some((segments) => segments.length === 0)) return undefined;
  for (const segments of misfits.sort(lastItemsFirst)) remove(copy, segments);
  return copy;
}

/** Decodes RFC 6901: `~1` is `/`, `~0` is `~`. */
function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Later array items first, because removal shifts the following items; children before parents. */
function lastItemsFirst(a: readonly string[], b: readonly string[]): number {
  const common = Math.min(a.length, b.length);
  for (let depth = 0; depth < common; depth += 1) {
    const [left, right] = [a[depth] ?? '', b[depth] ?? ''];
    if (left !== right) return Number(right) - Number(left) || (left < right ? -1 : 1);
  }
  return b.length - a.length;
}

function remove(root: unknown, segments: readonly string[]): void {
  const last = segments.at(-1);
  let parent: unknown = root;
  for (const segment of segments.slice(0, -1)) {
    if (typeof parent !== 'object' || parent === null) return;
    parent = (parent as Record<string, unknown>)[segment];
  }
  if (last === undefined || typeof parent !== 'object' || parent === null) return;
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete (parent as Record<string, unknown>)[last];
}

import type { FastRule, Finding } from '../finding.ts';
import { toPointer } from '../json-position.ts';
import { listedFiles, STANDARD_FILES, stringItems } from '../knowledge-files.ts';

/** `read_order` holds P0 paths only, all of them, each once. P0 is what `files` says it is. */
export const readOrder: FastRule = {
  codes: ['read-order-not-p0', 'read-order-incomplete', 'file-listed-twice'],
  *check({ manifest }): Iterable<Finding> {
    if (!Array.isArray(manifest['read_order'])) return;
    const hasList = typeof manifest['files'] === 'object' && manifest['files'] !== null;
    const listed = listedFiles(manifest).filter(({ priority }) => priority === 'P0');
    const p0 = new Set<string>(hasList ? listed.map(({ path }) => path) : STANDARD_FILES.P0);
    const order = stringItems(manifest['read_order']);
    const seen = new Set<string>();
    for (const { index, value } of order) {
      if (seen.has(value))
        yield {
          code: 'file-listed-twice',
          message: `"read_order" names ${value} twice.`,
          pointer: toPointer('read_order', index),
        };
      seen.add(value);
    }
    const outside = order.filter(({ value }) => !p0.has(value));
    if (outside[0] !== undefined)
      yield {
        code: 'read-order-not-p0',
        message: `"read_order" names ${outside.map(({ value }) => value).join(', ')}: not under P0 in "files".`,
        pointer: toPointer('read_order', outside[0].index),
      };
    const left = [...new Set(listed.map(({ path }) => path))].filter((path) => !seen.has(path));
    if (left.length > 0)
      yield {
        code: 'read-order-incomplete',
        message: `"read_order" leaves out ${left.join(', ')}, which ${left.length === 1 ? 'is' : 'are'} P0.`,
        pointer: '/read_order',
      };
  },
};

import { STANDARD_FILES, standardPriority } from '../../contract/api/standard-files.ts';
import type { FastRule, Finding } from '../finding.ts';
import { toPointer } from '../json-position.ts';
import { listedFiles, relativePath, stringItems } from '../knowledge-files.ts';

/** `read_order` lists each P0 path once: specified files, wherever listed, and others under P0. */
export const readOrder: FastRule = {
  codes: ['read-order-not-p0', 'read-order-incomplete', 'file-listed-twice'],
  *check({ manifest }): Iterable<Finding> {
    if (!Array.isArray(manifest['read_order'])) return;
    const listed = listedFiles(manifest);
    const inP0 = listed.filter(({ priority }) => priority === 'P0');
    const p0 = new Set<string>([...STANDARD_FILES.P0, ...inP0.map(({ path }) => path)]);
    const order = stringItems(manifest['read_order']).map(({ index, value }) => ({
      index,
      value: relativePath(value),
    }));
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
        message: `"read_order" names ${outside.map(({ value }) => value).join(', ')}: not P0.`,
        pointer: toPointer('read_order', outside[0].index),
      };
    const own = listed.filter(({ path, priority }) => (standardPriority(path) ?? priority) === 'P0');
    const left = [...new Set(own.map(({ path }) => path))].filter((path) => !seen.has(path));
    if (left.length > 0)
      yield {
        code: 'read-order-incomplete',
        message: `"read_order" leaves out ${left.join(', ')}, which ${left.length === 1 ? 'is' : 'are'} P0.`,
        pointer: '/read_order',
      };
  },
};

import { type Finding, type FullRule, MANIFEST_FILE } from '../finding.ts';
import { duplicateMembers, offsetToPosition } from '../json-position.ts';
import { shorten } from '../shorten.ts';

/** No name stands twice in one object of skill.json. */
export const duplicateJsonMembers: FullRule = {
  codes: ['json-member-duplicate'],
  *check(skill): Iterable<Finding> {
    const text = skill.readText(MANIFEST_FILE) ?? '';
    for (const { pointer, offset } of duplicateMembers(text))
      yield {
        code: 'json-member-duplicate',
        message: `"${shorten(pointer.slice(1).replaceAll('/', '.'))}" stands twice.`,
        ...offsetToPosition(text, offset),
      };
  },
};

import { type Finding, type FullRule, MANIFEST_FILE } from '../finding.ts';
import { JsonText } from '../json-position.ts';
import { truncate } from '../truncate.ts';

export const duplicateJsonMembers: FullRule = {
  codes: ['json-member-duplicate'],
  *check(skill): Iterable<Finding> {
    const json = new JsonText(skill.readText(MANIFEST_FILE) ?? '');
    for (const { pointer, offset } of json.duplicateMembers())
      yield {
        code: 'json-member-duplicate',
        message: `"${truncate(pointer.slice(1).replaceAll('/', '.'))}" stands twice.`,
        ...json.positionOf(offset),
      };
  },
};

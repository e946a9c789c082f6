import { type FullRule, MANIFEST_FILE } from '../finding.ts';
import { duplicateMembers, offsetToPosition } from '../json-position.ts';

/** No name stands twice in one object of skill.json. */
export const duplicateJsonMembers: FullRule = {
  codes: ['json-member-duplicate'],
  check(skill) {
    const text = skill.readText(MANIFEST_FILE) ?? '';
    return duplicateMembers(text).map(({ pointer, offset }) => ({
      code: 'json-member-duplicate' as const,
      message: `"${pointer.slice(1).replaceAll('/', '.')}" stands twice.`,
      ...offsetToPosition(text, offset),
    }));
  },
};

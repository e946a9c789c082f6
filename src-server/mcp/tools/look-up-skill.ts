import { ApiError } from '../../contract/error-codes.ts';
import { readingOrder } from '../../registry/model/reading-order.ts';
import type { Skill } from '../../registry/model/skill.ts';
import { describeMissing, findSection } from '../../registry/skill-texts.ts';
import type { ServedRegistry } from '../../service/served-registry.ts';
import { didYouMean, suggestKeys } from '../suggestions.ts';
import { ToolFailure } from './tool.ts';

/** The skill that a `path` argument names; slashes around it and a `skill://` before it are forgiven. */
export function lookUpSkill(served: ServedRegistry, path: string): Skill {
  const key = path
    .trim()
    .replace(/^skill:\/\//, '')
    .replace(/^\/+|\/+$/g, '');
  const snapshot = served.live.snapshot();
  const skill = snapshot.skills.get(key);
  if (skill !== undefined) return skill;
  const hint = didYouMean(suggestKeys(served, key));
  throw new ToolFailure(
    `${describeMissing(snapshot, key)}.${hint} search_skills looks names up, find_skills looks for a task.`,
    key,
  );
}

/** The path of the file that a `section` argument means. */
export function lookUpSection(skill: Skill, section: string): string {
  try {
    return findSection(skill, section.trim()).path;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const paths = new Set([...readingOrder(skill).map(({ file }) => file.path), ...skill.files.keys()]);
    const sections = [...paths].map((path) => path.replace(/\.md$/, ''));
    throw new ToolFailure(
      `${error.message}. Its sections: ${sections.join(', ')}.`,
      `${skill.key}/${section}`,
    );
  }
}

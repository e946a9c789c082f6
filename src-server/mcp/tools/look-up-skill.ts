import { readingOrder } from '../../registry/model/reading-order.ts';
import type { Skill } from '../../registry/model/skill.ts';
import { describeMissing } from '../../registry/skill-texts.ts';
import { didYouMean, keysMeant } from '../../search/near-keys.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { suggestKeys } from '../suggestions.ts';
import { languageName } from './check-arguments.ts';
import { ToolFailure } from './tool.ts';

/** A skill, and what the address that named it says beyond its key. */
export interface LookedUp {
  readonly skill: Skill;
  /** A file of the skill, as it was written; absent where the address named none. */
  readonly file?: string;
}

/** Keys that are named where one name means several skills. */
const MOST_NAMED = 8;

/**
 * The skill that a `path` argument means: its key in any case, with slashes around it, a `skill://` before it or a file
 * behind it; `c++` for `cpp`; or the end of a key, `gabime/spdlog` or `spdlog`, that only one skill has. Throws a
 * `ToolFailure` with the keys that may have been meant.
 */
export function lookUpSkill(served: ServedRegistry, path: string): LookedUp {
  const address = path
    .trim()
    .replace(/^skill:\/\//i, '')
    .replace(/^\/+|\/+$/g, '');
  const [language = '', author = '', name = '', ...rest] = address.split('/');
  const snapshot = served.live.snapshot();
  const { skills } = snapshot;
  const exact = skills.get(address) ?? skills.get([language, author, name].join('/'));
  const key = [languageName(language), author, name].join('/');
  const skill = exact ?? skills.get(key);
  const file = rest.length === 0 ? {} : { file: rest.join('/') };
  if (skill !== undefined) return { skill, ...file };
  const called = keysMeant([...skills.keys()], address, key);
  const meant = called.length > 0 ? called : served.search().resolve(path);
  const [only = ''] = meant;
  const found = meant.length === 1 ? skills.get(only) : undefined;
  if (found !== undefined) return { skill: found, ...file };
  if (meant.length > 1) {
    const more = meant.length > MOST_NAMED ? `, and ${meant.length - MOST_NAMED} more` : '';
    throw new ToolFailure(
      `'${address}' may be any of ${meant.slice(0, MOST_NAMED).join(', ')}${more}: give the whole key.`,
      address,
    );
  }
  const hint = didYouMean(suggestKeys(served, address));
  throw new ToolFailure(
    `${describeMissing(snapshot, address)}.${hint} search_skills looks names up, find_skills looks for a task.`,
    address,
  );
}

/** The path of the file that a `section` argument means: in any case, if only one file is called so. */
export function lookUpFile({ files }: Skill, section: string): string | undefined {
  const name = section.trim().replace(/^\/+/, '');
  const exact = files.get(name) ?? files.get(`${name}.md`);
  if (exact !== undefined) return exact.path;
  const wanted = [name.toLowerCase(), `${name.toLowerCase()}.md`];
  const inAnyCase = [...files.keys()].filter((path) => wanted.includes(path.toLowerCase()));
  return inAnyCase.length === 1 ? inAnyCase[0] : undefined;
}

/** The paths of a skill's files, in the order of reading. */
export function sectionPaths(skill: Skill): readonly string[] {
  return [...new Set([...readingOrder(skill).map(({ file }) => file.path), ...skill.files.keys()])];
}

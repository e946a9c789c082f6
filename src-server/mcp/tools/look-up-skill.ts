import { readingOrder } from '../../registry/model/reading-order.ts';
import type { Skill } from '../../registry/model/skill.ts';
import { describeMissing } from '../../registry/skill-texts.ts';
import { didYouMean, matchingKeys } from '../../search/keyword-search/near-keys.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { suggestKeys } from '../suggestions.ts';
import { languageName } from './check-arguments.ts';
import { ToolFailure } from './tool.ts';

export interface LookedUp {
  readonly skill: Skill;
  /** As written. */
  readonly file?: string;
}

const MOST_NAMED = 8;

/**
 * Accepts any case, outer slashes, `skill://`, a file after, `c++` for `cpp`, unambiguous ends
 * (`gabime/spdlog`, `spdlog`). Throws a `ToolFailure` with suggestions.
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
  const called = matchingKeys([...skills.keys()], address, key);
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
  const near = suggestKeys(served, address);
  const advice =
    near.length === 0
      ? ' No skill covers it: go on without a skill.'
      : `${didYouMean(near)} search_skills looks names up, find_skills looks for a task.`;
  throw new ToolFailure(`${describeMissing(snapshot, address)}.${advice}`, address);
}

/** Ignores case if unambiguous. */
export function lookUpFile({ files }: Skill, section: string): string | undefined {
  const name = section.trim().replace(/^\/+/, '');
  const exact = files.get(name) ?? files.get(`${name}.md`);
  if (exact !== undefined) return exact.path;
  const wanted = [name.toLowerCase(), `${name.toLowerCase()}.md`];
  const inAnyCase = [...files.keys()].filter((path) => wanted.includes(path.toLowerCase()));
  return inAnyCase.length === 1 ? inAnyCase[0] : undefined;
}

/** In reading order. */
export function sectionPaths(skill: Skill): readonly string[] {
  return [...new Set([...readingOrder(skill).map(({ file }) => file.path), ...skill.files.keys()])];
}

import type { FullSkill, IndexEntry } from '../contract/api.ts';
import type { TokenCount } from '../contract/token-count.ts';
import type { SkillContents } from '../registry/skill-texts.ts';
import { computeFacts } from '../validation/compute-facts.ts';

/**
 * The full answer of a skill: skill.json as it is, gaps filled from the list entry, and the texts. What skill.json says
 * under our own names gives way.
 *
 * @param tokens tokens of each text, in the order of `contents.texts`
 */
export function makeSkillBody(
  contents: SkillContents,
  entry: IndexEntry | undefined,
  tokens: readonly TokenCount[],
): FullSkill {
  const { skill, texts } = contents;
  const [language = '', author, name = ''] = skill.key.split('/');
  const paths = [...texts.keys()];
  const estimated = paths.filter((_, index) => tokens[index]?.isEstimate);
  return {
    repo: `${author}/${name}`,
    ...pick(entry, ['tier', 'group', 'trust_score', 'risk_level', 'tags']),
    files: {},
    ...skill.manifest,
    name: asString(skill.manifest['name']) ?? entry?.name ?? name,
    language: asString(skill.manifest['language']) ?? language,
    _contents: Object.fromEntries(paths.map((path) => [path, texts.get(path)?.toString('utf8') ?? ''])),
    _computed: computeFacts({ manifest: skill.manifest, files: [...skill.files.values()] }),
    _tokens: Object.fromEntries(paths.map((path, index) => [path, tokens[index]?.tokens ?? 0])),
    ...(estimated.length > 0 && { _tokens_estimated: estimated }),
  };
}

function pick(entry: IndexEntry | undefined, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => (entry?.[field] === undefined ? [] : [[field, entry[field]]])),
  );
}

function asString(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

import type { FullSkill, IndexEntry } from '../contract/api/api.ts';
import type { TokenCount } from '../contract/api/token-count.ts';
import { leftOutFiles } from '../registry/model/left-out-files.ts';
import { servedFields } from '../registry/model/served-fields.ts';
import type { SkillContents } from '../registry/skill-texts.ts';
import { computeFacts } from '../validation/compute-facts.ts';

/**
 * Computed fields replace others.
 *
 * @param tokens in order of `contents.texts`
 */
export function skillFields(
  { skill, texts, omitted }: SkillContents,
  entry: IndexEntry | undefined,
  tokens: readonly TokenCount[],
): Omit<FullSkill, '_contents'> {
  const {
    _omitted: _theirs,
    _tokens_estimated: _theirsToo,
    _contents: _texts,
    ...fields
  } = servedFields(skill, entry);
  const paths = [...texts.keys()];
  const reasons = [...leftOutFiles(skill), ...omitted.map(({ path, reason }) => [path, reason] as const)];
  const estimated = paths.filter((_, index) => tokens[index]?.isEstimate);
  return {
    ...fields,
    ...layerFields(entry),
    _computed: computeFacts({ manifest: skill.manifest, files: [...skill.files.values()] }, fields),
    _tokens: Object.fromEntries(paths.map((path, index) => [path, tokens[index]?.tokens ?? 0])),
    ...(estimated.length > 0 && { _tokens_estimated: estimated }),
    ...(reasons.length > 0 && { _omitted: Object.fromEntries(reasons) }),
  };
}

function layerFields({
  _registry,
  _shadows,
}: Partial<IndexEntry> = {}): Pick<FullSkill, '_registry' | '_shadows'> {
  return {
    ...(_registry !== undefined && { _registry }),
    ...(_shadows !== undefined && { _shadows }),
  };
}

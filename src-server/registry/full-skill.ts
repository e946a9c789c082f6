import { type FullSkill, STANDARD_FILES } from '../contract/api.ts';
import { keepEntries, keepHarmless } from '../search/entries.ts';
import { computeFacts, isKnowledgeFile } from '../validation/knowledge-files.ts';
import { listedPaths, servedFields } from './manifest.ts';
import type { SkillRecord } from './skill-record.ts';
import { readingTexts } from './text-block.ts';

/**
 * Makes the answer about a skill. Nothing of it depends on whether the skill was checked or counted: a state has one
 * answer.
 */
export function fullSkill(record: SkillRecord): FullSkill {
  const { manifest, files, entry, contentPaths, texts, withheld } = record;
  const {
    _omitted: _theirs,
    _tokens_estimated: _theirsToo,
    _contents: _texts,
    _withheld: _verdict,
    _tokens: _counts,
    ...fields
  } = servedFields(record, entry);
  const { _registry, _shadows } = entry;
  const omitted = leftOutFiles(record);
  const _contents = readingTexts(texts, contentPaths);
  if (record.textEntries !== undefined) keepEntries(_contents, record.textEntries);
  if (record.harmless !== undefined) keepHarmless(_contents, record.harmless);
  return {
    ...fields,
    ...(_registry !== undefined && { _registry }),
    ...(_shadows !== undefined && { _shadows }),
    ...(withheld !== undefined && { _withheld: withheld }),
    _computed: computeFacts({ manifest, files: [...files.values()] }, fields),
    ...(omitted.size > 0 && { _omitted: Object.fromEntries(omitted) }),
    _contents,
  };
}

/** Adds the tokens of each text to an answer; undefined until they are counted. */
export function countedSkill(
  { tokens, contentPaths }: SkillRecord,
  answer: FullSkill,
): FullSkill | undefined {
  if (tokens === undefined) return undefined;
  const estimated = contentPaths.filter((path) => tokens.get(path)?.isEstimate);
  const { _contents, ...facts } = answer;
  const counted = {
    ...facts,
    _tokens: Object.fromEntries(contentPaths.map((path) => [path, tokens.get(path)?.tokens ?? 0])),
    ...(estimated.length > 0 && { _tokens_estimated: estimated }),
    _contents,
  };
  return counted;
}

function leftOutFiles({ key, manifest, files, contentPaths }: SkillRecord): ReadonlyMap<string, string> {
  const sent = new Set(contentPaths);
  const listed = new Set(listedPaths(manifest).map(({ path }) => path));
  const known = new Set([...STANDARD_FILES.P0, ...files.keys(), ...listed]);
  const left = [...known].filter((path) => !sent.has(path));
  return new Map(left.map((path) => [path, whyLeftOut(path)]));

  function whyLeftOut(path: string): string {
    const file = files.get(path);
    const section = `read /v1/skills/${key}/${path}`;
    if (file === undefined) {
      if (!listed.has(path)) return `${path} is required, and there is no such file.`;
      return isKnowledgeFile(path)
        ? `${path} is listed, and there is no such file.`
        : `${path} is listed, and files of this kind are not served.`;
    }
    if (file.unread !== undefined) return `${path} ${file.unread}.`;
    return `${path} is left out, since "files" does not list it: ${section}.`;
  }
}

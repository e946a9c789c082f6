import type { FullSkill } from '../contract/api/api.ts';
import { STANDARD_FILES } from '../contract/api/standard-files.ts';
import type { TokenCount } from '../contract/api/token-count.ts';
import { keepSections } from '../search/sections/found-sections.ts';
import { computeFacts } from '../validation/compute-facts.ts';
import { isKnowledgeFile } from '../validation/knowledge-files.ts';
import { listedPaths } from './model/read-manifest.ts';
import { servedFields } from './model/served-fields.ts';
import type { SkillRecord } from './skill-record.ts';

export function fullSkill(record: SkillRecord): FullSkill {
  const { manifest, files, entry, tokens, contents, texts, withheld } = record;
  const {
    _omitted: _theirs,
    _tokens_estimated: _theirsToo,
    _contents: _texts,
    _withheld: _verdict,
    _tokens: _counts,
    ...fields
  } = servedFields(record, entry);
  const { _registry, _shadows } = entry;
  const counted = contents.map((path) => [path, tokens?.get(path) ?? estimate(texts.get(path))] as const);
  const estimated = counted.filter(([, { isEstimate }]) => isEstimate).map(([path]) => path);
  const omitted = leftOutFiles(record);
  const _contents = Object.fromEntries(contents.map((path) => [path, texts.get(path) ?? '']));
  if (record.sections !== undefined) keepSections(_contents, record.sections);
  return {
    ...fields,
    ...(_registry !== undefined && { _registry }),
    ...(_shadows !== undefined && { _shadows }),
    ...(withheld !== undefined && { _withheld: withheld }),
    _computed: computeFacts({ manifest, files: [...files.values()] }, fields),
    _tokens: Object.fromEntries(counted.map(([path, count]) => [path, count.tokens])),
    ...(estimated.length > 0 && { _tokens_estimated: estimated }),
    ...(omitted.size > 0 && { _omitted: Object.fromEntries(omitted) }),
    _contents,
  };
}

const CHARACTERS_PER_TOKEN = 4;

function estimate(text = ''): TokenCount {
  return { tokens: Math.ceil(text.length / CHARACTERS_PER_TOKEN), isEstimate: true };
}

function leftOutFiles({ key, manifest, files, contents }: SkillRecord): ReadonlyMap<string, string> {
  const sent = new Set(contents);
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

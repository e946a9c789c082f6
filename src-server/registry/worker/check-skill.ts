import type { TokenCount } from '../../contract/api.ts';
import type { Diagnostic } from '../../contract/diagnostic.ts';
import { checkTexts } from '../../validation/check-skill.ts';
import { type CheckContext, MANIFEST_FILE } from '../../validation/finding.ts';
import { checkedFiles, type ReadableFolder } from '../model/skill-folder.ts';
import type { SkillRecord } from '../skill-record.ts';

export interface CheckedTexts {
  readonly checks: readonly Diagnostic[];
  readonly tokens: ReadonlyMap<string, TokenCount>;
}

export function checkSkill(
  source: ReadableFolder & Pick<SkillRecord, 'key'>,
  texts: ReadonlyMap<string, string>,
  context: CheckContext,
): CheckedTexts {
  const counted = new Map<string, TokenCount>();
  const countTokens = (text: string) => {
    const count = counted.get(text) ?? countOrEstimate(text, context);
    counted.set(text, count);
    return count;
  };
  const { key, folder, manifest, manifestText, contents } = source;
  const tokens = new Map(contents.map((path) => [path, countTokens(texts.get(path) ?? '')]));
  const skill = {
    ...{ key, folder, manifest, files: checkedFiles(source) },
    texts: new Map([[MANIFEST_FILE, manifestText], ...texts]),
  };
  return { checks: checkTexts(skill, { ...context, countTokens }), tokens };
}

const CHARACTERS_PER_TOKEN = 4;

/** A text that can't be counted must not keep the others from being served. */
function countOrEstimate(text: string, { countTokens }: CheckContext): TokenCount {
  try {
    return countTokens(text);
  } catch {
    return { tokens: Math.ceil(text.length / CHARACTERS_PER_TOKEN), isEstimate: true };
  }
}

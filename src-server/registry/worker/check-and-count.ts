import { isHarmless } from '../../contract/agent-lines.ts';
import type { TokenCount } from '../../contract/api.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostic.ts';
import { messageOf } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import { checkTexts } from '../../validation/check-skill.ts';
import { type CheckContext, type FileFact, MANIFEST_FILE } from '../../validation/finding.ts';
import { reportCrowded } from '../check-submission.ts';
import type { ReadableFolder, SkillFolder } from '../skill-folder.ts';
import type { SkillRecord } from '../skill-record.ts';

export interface CheckedTexts {
  readonly checks: readonly Diagnostic[];
  readonly tokens: ReadonlyMap<string, TokenCount>;
  /** Paths of texts that agents may read as they are. Longer ones than a million characters are none of them. */
  readonly harmless: ReadonlySet<string>;
}

export function checkAndCount(
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
  const { key, folder, manifest, manifestText, contentPaths } = source;
  const tokens = new Map(contentPaths.map((path) => [path, countTokens(texts.get(path) ?? '')]));
  const skill = {
    key,
    folder,
    manifest,
    files: checkedFiles(source),
    texts: new Map([[MANIFEST_FILE, manifestText], ...texts]),
  };
  const harmless = new Set<string>();
  for (const [path, text] of texts)
    if (text.length <= LIMITS.countedLength && isHarmless(text)) harmless.add(path);
  const checks = [...checkTexts(skill, { ...context, countTokens }), ...reportCrowded(source, texts)];
  return { checks, tokens, harmless };
}

/** Lists all files for the rules. Those that are not served have size 0, which no rule reads. */
export function checkedFiles({ files, otherFiles }: Pick<SkillFolder, 'files' | 'otherFiles'>): FileFact[] {
  return [...files.values(), ...otherFiles.map((path) => ({ path, size: 0 }))];
}

/** What is known of a skill whose check has thrown: estimates, and a diagnostic that says so. */
export function unfinishedCheck(
  { key, folder, contentPaths }: ReadableFolder & Pick<SkillRecord, 'key'>,
  texts: ReadonlyMap<string, string>,
  error: unknown,
): CheckedTexts {
  const message = `The skill could not be checked: ${messageOf(error)}.`;
  const place = { skillKey: key, ...(folder !== '' && { file: folder }) };
  return {
    checks: [diagnose('check-unfinished', message, place)],
    tokens: new Map(contentPaths.map((path) => [path, estimate(texts.get(path) ?? '')])),
    harmless: new Set(),
  };
}

const CHARACTERS_PER_TOKEN = 4;

/** A text that can't be counted must not keep the others from being served. */
function countOrEstimate(text: string, { countTokens }: CheckContext): TokenCount {
  try {
    return countTokens(text);
  } catch {
    return estimate(text);
  }
}

function estimate(text: string): TokenCount {
  return { tokens: Math.ceil(text.length / CHARACTERS_PER_TOKEN), isEstimate: true };
}

import { type Diagnostic, diagnose } from '../contract/diagnostic.ts';
import type { CheckedSkill } from '../validation/checked-skill.ts';
import { MANIFEST_FILE } from '../validation/finding.ts';
import { isKnowledgeFile } from '../validation/knowledge-files.ts';
import { shorten } from '../validation/shorten.ts';
import type { SkillWithTexts } from '../validation/skill-checker.ts';
import { MAX_CONTENT_BYTES } from './model/skill.ts';

/** Texts of one skill that are checked, in bytes together. */
export const MAX_CHECKED_BYTES = 64 * 1024 * 1024;

/** A skill that a thread can check, and what was too large to go with it. */
export interface SkillToCheck {
  readonly skill: SkillWithTexts;
  /** Names the files whose texts are left out; none where all came along. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the texts that the rules are about, up to 16 MiB each and 64 MiB together, in the order of the files. */
export function readSkillTexts({ readText, ...facts }: CheckedSkill): SkillToCheck {
  const texts: Record<string, string> = {};
  const leftOut: string[] = [];
  let left = MAX_CHECKED_BYTES;
  const manifestText = readText(MANIFEST_FILE);
  if (manifestText !== undefined) texts[MANIFEST_FILE] = manifestText;
  for (const { path, size } of facts.files) {
    if (!isKnowledgeFile(path)) continue;
    if (size > Math.min(left, MAX_CONTENT_BYTES)) {
      leftOut.push(path);
      continue;
    }
    const text = readText(path);
    if (text === undefined) continue;
    left -= size;
    texts[path] = text;
  }
  return { skill: { ...facts, texts }, diagnostics: leftOut.length === 0 ? [] : [describe(facts, leftOut)] };
}

function describe(
  { key, folder }: Pick<CheckedSkill, 'key' | 'folder'>,
  leftOut: readonly string[],
): Diagnostic {
  const message = `Not checked, as there is too much of it: ${shorten(leftOut.join(', '))}.`;
  return diagnose('texts-left-out', message, { skillKey: key, ...(folder !== '' && { file: folder }) });
}

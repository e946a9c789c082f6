import { isExample, isRequiredFile } from '../../contract/api/standard-files.ts';
import { countWords } from '../../contract/diagnostics/severity.ts';
import { LIMITS } from '../../contract/limits.ts';
import { groupDigits } from '../../contract/words/group-digits.ts';
import { describeForeignCode, firstFenceIn, foreignCodeLanguage } from '../../platform/code-language.ts';
import { parseMarkdown } from '../../platform/markdown-blocks.ts';
import type { CheckedSkill } from '../checked-skill.ts';
import { countEntries } from '../count-entries.ts';
import { MANIFEST_FILE, type Rule } from '../finding.ts';
import { isKnowledgeFile, isKnowledgeMarkdown } from '../knowledge-files.ts';
import { PLACEHOLDER, placeholdersIn, placeholdersInManifest } from '../placeholder.ts';

/** Readable texts of the files, with path. */
export function textsOf(
  { files, texts }: Pick<CheckedSkill, 'files' | 'texts'>,
  isRead: (path: string) => boolean = isKnowledgeFile,
): ReadonlyArray<readonly [path: string, text: string]> {
  return files.flatMap(({ path }) => {
    const text = isRead(path) ? texts.get(path) : undefined;
    return text === undefined ? [] : [[path, text] as const];
  });
}

/** With skill.json. */
export function allTexts(skill: CheckedSkill): ReadonlyArray<readonly [path: string, text: string]> {
  return [[MANIFEST_FILE, skill.texts.get(MANIFEST_FILE) ?? ''], ...textsOf(skill)];
}

/** Only the beginning was read. */
function isCut(text: string): boolean {
  return text.length >= LIMITS.analyzedBytes;
}

/** Tokens of a Markdown file. */
const [LOWEST, HIGHEST] = [500, 1_500];
const COUNTED_BY = 'counted with the o200k_base encoding of gpt-tokenizer';

export const tokenCount: Rule = function* (skill, { countTokens }) {
  for (const [path, text] of textsOf(skill, (path) => isKnowledgeMarkdown(path) && !isExample(path))) {
    // Unwritten texts are reported as such.
    if (text.search(PLACEHOLDER) >= 0) continue;
    if (text.trim() === '') {
      yield { code: 'file-empty', message: `${path} is empty.`, path, line: 1, column: 1 };
      continue;
    }
    const { tokens, isEstimate } = countTokens(text);
    const has = `${path} has ${isCut(text) ? 'over ' : isEstimate ? 'about ' : ''}${countWords(tokens, 'token')}`;
    if (tokens > HIGHEST) {
      const message = `${has}, ${groupDigits(tokens - HIGHEST)} over 1,500 (${COUNTED_BY}).`;
      yield { code: 'tokens-too-many', message, path };
    } else if (tokens < LOWEST) {
      const message = `${has}, ${LOWEST - tokens} too few for 500 (${COUNTED_BY}).`;
      const fix = isRequiredFile(path) && { fix: 'Write what is missing.' };
      yield { code: 'tokens-too-few', message, path, ...fix };
    }
  }
};

const MINIMA = [
  ['pitfalls.md', 3, 'pitfalls-too-few'],
  ['safety.md', 2, 'safety-too-few'],
] as const;

export const entryCount: Rule = function* (skill) {
  for (const [path, minimum, code] of MINIMA)
    for (const [, text] of textsOf(skill, (name) => name === path)) {
      const entries = countEntries(text);
      const has = entries === 1 ? '1 entry' : `${entries} entries`;
      if (entries < minimum) yield { code, message: `${path} has ${has}, fewer than ${minimum}.`, path };
    }
};

export const fences: Rule = function* (skill) {
  for (const [path, text] of textsOf(skill, isKnowledgeMarkdown)) {
    if (isCut(text) || !/```|~~~/.test(text)) continue;
    for (const block of parseMarkdown(text)) {
      if (block.kind !== 'fence' || block.closed || block.lines.length === 0) continue;
      const message = `The code block that starts in line ${block.line} of ${path} is never closed.`;
      yield { code: 'fence-unclosed', message, path, line: block.line, column: 1 };
    }
  }
};

/** Most code is in the skill's language. */
export const codeLanguage: Rule = function* (skill) {
  const texts = textsOf(skill, isKnowledgeMarkdown);
  const [language = ''] = skill.key.split('/');
  const contents = texts.map(([, text]) => text);
  const message = describeForeignCode(contents, language);
  if (message === undefined) return;
  const foreign = foreignCodeLanguage(contents, language);
  const places = texts.flatMap(([path, text]) => {
    const line = firstFenceIn(text, foreign);
    return line === undefined ? [] : [{ path, line, column: 1 }];
  });
  yield { code: 'code-language', message, ...places[0] };
};

/** In a registry, the loader reports placeholders. */
export const placeholders: Rule = function* (skill) {
  for (const [path, text] of allTexts(skill)) {
    const left = path === MANIFEST_FILE ? placeholdersInManifest(text) : placeholdersIn(text);
    for (const found of left) yield { code: 'placeholder-left', path, ...found };
  }
};

import { isExample, isRequiredFile } from '../../contract/api.ts';
import type { DiagnosticCode } from '../../contract/diagnostic.ts';
import { LIMITS } from '../../contract/limits.ts';
import { addressesReader, UNSEEN_CHARACTERS } from '../../contract/outside-text.ts';
import { authorEntries } from '../../contract/skill-format.ts';
import { countWords, groupDigits } from '../../contract/words.ts';
import { parseMarkdown } from '../../platform/markdown.ts';
import {
  isKnowledgeFile,
  isKnowledgeMarkdown,
  PLACEHOLDER,
  placeholdersIn,
  placeholdersInManifest,
} from '../files.ts';
import { type CheckedSkill, MANIFEST_FILE, type Rule, truncate } from '../finding.ts';
import { JsonText, TextLines, toPointer } from '../json-position.ts';

/** Returns the texts of the files that were read, with their paths. */
export function textsOf(
  { files, texts }: Pick<CheckedSkill, 'files' | 'texts'>,
  isRead: (path: string) => boolean = isKnowledgeFile,
): ReadonlyArray<readonly [path: string, text: string]> {
  return files.flatMap(({ path }) => {
    const text = isRead(path) ? texts.get(path) : undefined;
    return text === undefined ? [] : [[path, text] as const];
  });
}

/** Returns all texts of a skill, skill.json among them. */
export function allTexts(skill: CheckedSkill): ReadonlyArray<readonly [path: string, text: string]> {
  return [[MANIFEST_FILE, skill.texts.get(MANIFEST_FILE) ?? ''], ...textsOf(skill)];
}

/** Whether only the beginning of a text was given to the rules. */
function isCut(text: string): boolean {
  return text.length >= LIMITS.analyzedLength;
}

/** A Markdown file should have at least and at most so many tokens. */
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

/** Reports placeholders that are left in one skill's folder; in a registry, reading does. */
export const placeholders: Rule = function* (skill) {
  for (const [path, text] of allTexts(skill)) {
    const left = path === MANIFEST_FILE ? placeholdersInManifest(text) : placeholdersIn(text);
    for (const found of left) yield { code: 'placeholder-left', path, ...found };
  }
};

/** U+FFFD stands for bytes that are not UTF-8. */
const SUSPECTS = new RegExp(String.raw`[${UNSEEN_CHARACTERS}\uFFFD](?<![\t\n\r])`, 'gu');

const SHOWN_PER_FILE = 3;

/** Reports invisible characters in texts and in skill.json. */
export const characters: Rule = function* (skill) {
  for (const [path, text] of allTexts(skill)) {
    const counts = new Map<DiagnosticCode, number>();
    const suspects = [...text.matchAll(SUSPECTS)];
    const json = path === MANIFEST_FILE && suspects.length > 0 ? new JsonText(text) : undefined;
    const lines = json ?? new TextLines(text);
    for (const { 0: character, index } of suspects) {
      const kind = codeOf(character, text, index);
      if (kind === undefined) continue;
      const isHiding = kind === 'bidi-control' || kind === 'hidden-character';
      const code = isHiding && json?.isInMember('extensions', index) ? 'extension-character' : kind;
      const count = (counts.get(code) ?? 0) + 1;
      counts.set(code, count);
      if (count > SHOWN_PER_FILE) continue;
      const point = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
      yield { code, message: `${path} holds U+${point}, ${KINDS[kind]}.`, path, ...lines.positionOf(index) };
    }
  }
};

const KINDS = {
  'bidi-control': 'a bidirectional control character',
  'hidden-character': 'an invisible character',
  'control-character': 'a control character',
  'text-binary': 'as only files that are no text do',
  'text-not-utf8': 'which stands for bytes that are not UTF-8',
} as const satisfies Partial<Record<DiagnosticCode, string>>;

function codeOf(character: string, text: string, offset: number): keyof typeof KINDS | undefined {
  const point = character.codePointAt(0) ?? 0;
  if (point === 0) return 'text-binary';
  if (point < 0xa0) return 'control-character';
  if (point === 0xfffd) return 'text-not-utf8';
  if (/\p{Bidi_Control}/u.test(character)) return 'bidi-control';
  const before = text.slice(Math.max(0, offset - 2), offset);
  return isLegitimate(point, before) ? undefined : 'hidden-character';
}

const JOINABLE = [
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u,
  /\uFE0F$/u,
  /[^\p{Script=Latin}\P{L}]$/u,
  /\p{M}$/u,
];

/**
 * Whether a character is where it belongs: a joiner in emoji and some scripts, a selector behind what it varies, a mark at
 * the start, a tag in the flag of a region.
 */
function isLegitimate(point: number, before: string): boolean {
  if (point === 0x200c || point === 0x200d) return JOINABLE.some((ending) => ending.test(before));
  if (point === 0xfeff) return before === '';
  if (/\p{Variation_Selector}/u.test(String.fromCodePoint(point)))
    return /[^\s\p{Variation_Selector}]$/u.test(before);
  return point >= 0xe0000 && /(?:\u{1F3F4}|[\u{E0020}-\u{E007F}])$/u.test(before);
}

/** Titles of pitfalls and safety rules, and what authors say in their place, are told to models unasked. */
export const tellingTitles: Rule = function* ({ manifest, texts }) {
  for (const path of ['pitfalls.md', 'safety.md'])
    for (const block of parseMarkdown(texts.get(path) ?? '')) {
      if (block.kind !== 'heading' || !addressesReader(block.text)) continue;
      const message = `${path} has a title that speaks to its reader: “${truncate(block.text)}”.`;
      yield { code: 'title-addresses-reader', message, path, line: block.line };
    }
  for (const { file, heading, danger } of authorEntries(manifest)) {
    if (danger === undefined || !addressesReader(danger)) continue;
    const pointer = toPointer('extensions', 'skills_registry', 'entries', `${file}#${heading}`, 'danger');
    const message = `"danger" of ${truncate(heading)} speaks to its reader: “${truncate(danger)}”.`;
    yield { code: 'title-addresses-reader', message, pointer };
  }
};

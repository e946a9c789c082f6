import type { DiagnosticCode } from '../../contract/diagnostics/diagnostic.ts';
import { MANIFEST_FILE, type Rule } from '../finding.ts';
import { JsonText, TextLines } from '../json-position.ts';
import { allTexts } from './texts.ts';

const SUSPECTS =
  /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\uFFFD]|[\u{E0000}-\u{E007F}]/gu;

const SHOWN_PER_FILE = 3;

/** No invisible characters. */
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

/** Joiners in emoji and some scripts, a leading byte order mark, tags in flags of regions. */
function isLegitimate(point: number, before: string): boolean {
  if (point === 0x200c || point === 0x200d) return JOINABLE.some((ending) => ending.test(before));
  if (point === 0xfeff) return before === '';
  return point >= 0xe0000 && /(?:\u{1F3F4}|[\u{E0020}-\u{E007F}])$/u.test(before);
}

import { LIMITS } from '../contract/limits.ts';
import {
  type AgentText,
  firstLines,
  joinText,
  LINES,
  namesInLine,
  PARTS,
  quotedText,
  titlesInLine,
} from '../contract/words/agent-lines.ts';
import type { FileSection } from '../search/sections/file-sections.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { bodyOf, sourceLine } from './skill-sections.ts';

/** What an answer may hold, in the order in which it is given up last to first. */
export interface AnswerParts {
  readonly key: string;
  /** One line. */
  readonly head: AgentText;
  /** Most wanted first; given whole or not at all. */
  readonly sections: readonly FileSection[];
  /** Titles of further dangers. */
  readonly dangers: readonly string[];
  /** Further files, with their tokens. */
  readonly files: readonly (readonly [path: string, tokens: number])[];
}

export interface FittedAnswer {
  readonly text: AgentText;
  readonly tokens: number;
}

/** Below, a section has no room beside its head. */
const KEY_ALONE_BELOW = 60;
/** Share of the budget that is kept for titles and names. */
const NAMES_SHARE = 0.3;
/** Tokens of blank lines between two parts, at most. */
const JOINT = 2;

/** Tokens of the shortest section with its source. */
const LEAST_SECTION = 12;

/** Within the budget whatever it is; below 60 tokens the key alone. */
export function fitSections(parts: AnswerParts, budget: number): FittedAnswer {
  if (budget < KEY_ALONE_BELOW) return countedAnswer(namesInLine([parts.key]));
  const headCost = estimateTokens(parts.head);
  const namesCost = estimateTokens(joinText(namesOf(parts)));
  let room = budget - headCost - Math.min(namesCost, budget * NAMES_SHARE);
  const taken: AgentText[] = [];
  const left: FileSection[] = [];
  let counted = 0;
  for (const [at, section] of parts.sections.entries()) {
    // Without room, or after as much as any answer holds, a section isn't even put together.
    if (at > 0 && (room < LEAST_SECTION || counted >= LIMITS.answerCharacters)) {
      left.push(section);
      continue;
    }
    const block = wholeBlock(section);
    const tokens = estimateTokens(block);
    counted += block.length;
    const cost = tokens + JOINT;
    if (cost <= room) {
      taken.push(block);
      room -= cost;
    } else if (at === 0) {
      taken.push(cutToFit(section, cost, budget - headCost));
      room = 0;
    } else left.push(section);
  }
  const names = [...namesOf({ ...parts, dangers: [...left.flatMap(titleOfDanger), ...parts.dangers] })];
  for (;;) {
    const answer = countedAnswer(joinText([parts.head, ...taken, ...names], '\n\n'));
    if (answer.tokens <= budget) return answer;
    if (names.pop() === undefined && taken.pop() === undefined)
      return countedAnswer(namesInLine([parts.key]));
  }
}

export function countedAnswer(text: AgentText): FittedAnswer {
  return { text, tokens: estimateTokens(text) };
}

function titleOfDanger({ isDanger, title }: FileSection): readonly string[] {
  return isDanger && title !== undefined ? [title] : [];
}

function namesOf({ dangers, files }: AnswerParts): readonly AgentText[] {
  const more = files.map(([path, tokens], at) =>
    (at === 0 ? PARTS.firstFile : PARTS.nextFile)(path.replace(/\.md$/, ''), tokens),
  );
  return [
    ...(dangers.length === 0 ? [] : [LINES.dangers(titlesInLine(dangers))]),
    ...(more.length === 0 ? [] : [LINES.more(joinText(more, ', '))]),
  ];
}

function wholeBlock(section: FileSection): AgentText {
  const block = joinText([sourceLine(section), bodyOf(section)]);
  return section.text.length <= LIMITS.shownCharacters ? block : joinText([block, cutLine(section)]);
}

/** What is true of a longer section: no answer has all of it. */
function cutLine({ path, title, text }: FileSection): AgentText {
  if (text.length <= LIMITS.shownCharacters) return LINES.cut(title ?? path);
  return LINES.cutLong(LIMITS.shownCharacters, path);
}

/** Tokens of the line that says where the rest is. */
const CUT_NOTE_TOKENS = 45;

/** The one section that exceeds the budget alone: cut behind a line, its fence closed. */
function cutToFit(section: FileSection, cost: number, room: number): AgentText {
  const [source, body] = [sourceLine(section), bodyOf(section)];
  const share = Math.max(0, room - CUT_NOTE_TOKENS) / cost;
  const characters = Math.floor((source.length + body.length) * share * 0.95);
  const lines = firstLines(body, Math.max(0, characters - source.length));
  const isOpen = (lines.match(/^[ \t]*(?:```|~~~)/gm)?.length ?? 0) % 2 === 1;
  const fence = isOpen ? [quotedText('```')] : [];
  return joinText([source, lines, ...fence, cutLine(section)]);
}

import { groupDigits } from '../contract/words/group-digits.ts';
import type { FileSection } from '../search/sections/file-sections.ts';
import { bodyOf, sourceLine } from './skill-sections.ts';

/** What an answer may hold, in the order in which it is given up last to first. */
export interface AnswerParts {
  readonly key: string;
  /** One line. */
  readonly head: string;
  /** Most wanted first; given whole or not at all. */
  readonly sections: readonly FileSection[];
  /** Titles of further dangers. */
  readonly dangers: readonly string[];
  /** Further files, with their tokens. */
  readonly files: readonly (readonly [path: string, tokens: number])[];
}

export type CountTokens = (texts: readonly string[]) => Promise<readonly number[]>;

export interface FittedAnswer {
  readonly text: string;
  readonly tokens: number;
}

/** Below, a section has no room beside its head. */
const KEY_ALONE_BELOW = 60;
/** Share of the budget that is kept for titles and names. */
const NAMES_SHARE = 0.3;
/** Tokens of blank lines between two parts, at most. */
const JOINT = 2;

/** Within the budget whatever it is; below 60 tokens the key alone. */
export async function fitSections(
  parts: AnswerParts,
  budget: number,
  count: CountTokens,
): Promise<FittedAnswer> {
  if (budget < KEY_ALONE_BELOW) return counted(parts.key, count);
  const blocks = parts.sections.map((section) => `${sourceLine(section)}\n${bodyOf(section)}`);
  const [headCost = 0, namesCost = 0, ...costs] = await count([
    parts.head,
    namesOf(parts).join('\n'),
    ...blocks,
  ]);
  let room = budget - headCost - Math.min(namesCost, budget * NAMES_SHARE);
  const taken: string[] = [];
  const left: FileSection[] = [];
  for (const [at, block] of blocks.entries()) {
    const cost = (costs[at] ?? 0) + JOINT;
    const section = parts.sections[at] as FileSection;
    if (cost <= room) {
      taken.push(block);
      room -= cost;
    } else if (at === 0) {
      taken.push(cutToFit(block, cost, budget - headCost, section));
      room = 0;
    } else left.push(section);
  }
  const names = [...namesOf({ ...parts, dangers: [...left.flatMap(titleOfDanger), ...parts.dangers] })];
  for (;;) {
    const answer = await counted([parts.head, ...taken, ...names].join('\n\n'), count);
    if (answer.tokens <= budget) return answer;
    if (names.pop() === undefined && taken.pop() === undefined) return counted(parts.key, count);
  }
}

async function counted(text: string, count: CountTokens): Promise<FittedAnswer> {
  const [tokens = 0] = await count([text]);
  return { text, tokens };
}

function titleOfDanger({ isDanger, title }: FileSection): readonly string[] {
  return isDanger && title !== undefined ? [title] : [];
}

function namesOf({ dangers, files }: AnswerParts): readonly string[] {
  const more = files.map(([path, tokens], at) => {
    const name = path.replace(/\.md$/, '');
    return at === 0 ? `${name} ${groupDigits(tokens)} tokens` : `${name} ${groupDigits(tokens)}`;
  });
  return [
    ...(dangers.length === 0 ? [] : [`Also dangerous (get_section with the title): ${dangers.join(' · ')}`]),
    ...(more.length === 0 ? [] : [`More: ${more.join(', ')}`]),
  ];
}

/** Tokens of the line that says where the rest is. */
const CUT_NOTE_TOKENS = 45;

/** The one section that exceeds the budget alone: cut behind a line, its fence closed. */
function cutToFit(block: string, cost: number, room: number, { path, title }: FileSection): string {
  const share = Math.max(0, room - CUT_NOTE_TOKENS) / cost;
  const start = block.slice(0, Math.floor(block.length * share * 0.95));
  const lines = start.slice(0, Math.max(start.lastIndexOf('\n'), 0));
  const isOpen = (lines.match(/^[ \t]*(?:```|~~~)/gm)?.length ?? 0) % 2 === 1;
  const rest = `[Cut: get_section with section "${title ?? path}" has all of it.]`;
  return `${lines}${isOpen ? '\n```' : ''}\n${rest}`;
}

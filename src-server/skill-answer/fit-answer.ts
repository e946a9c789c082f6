import { type ChosenFiles, chooseFiles, type FileChoice } from '../contract/api/choose-files.ts';
import { type AnswerParts, composeAnswer, DETAILS } from './compose-answer.ts';

export interface FittedAnswer {
  readonly text: string;
  readonly tokens: number;
}

/** Later tries also give up `LEAST_STEP`, to end soon. */
const CLOSE_TRIES = 4;
const LEAST_STEP = 0.3;
/** Clearest first; the last has one token. */
const CUTS = ['\n\n[All files left out: get_section.]', ' […]', '…'];

/**
 * The largest answer within a budget of at least 1. Counts tries as a whole: tokens of joined pieces differ
 * from their sum.
 */
export async function fitAnswer(
  files: readonly FileChoice[],
  parts: Omit<AnswerParts, 'files'>,
  budget: number,
  count: (text: string) => Promise<number>,
): Promise<FittedAnswer> {
  let withoutFiles: FittedAnswer | undefined;
  for (const detail of DETAILS) {
    let room = budget;
    for (let tries = 1; room >= 0; tries += 1) {
      const chosen: ChosenFiles = chooseFiles(files, room);
      const text = composeAnswer({ ...parts, files: chosen }, detail);
      const tokens = await count(text);
      if (tokens <= budget) {
        if (chosen.chosen.length > 0) return { text, tokens };
        withoutFiles ??= { text, tokens };
        break;
      }
      const step = tries < CLOSE_TRIES ? 0 : Math.ceil(room * LEAST_STEP);
      const next = Math.min(room, chosen.cost) - Math.max(tokens - budget, step);
      // Last try: no file.
      room = room === 0 ? -1 : Math.max(0, next);
    }
  }
  return withoutFiles ?? (await fitText(parts.head, budget, count));
}

/** Halves the text until a cut with the clearest end fits: answers mention missing text. */
async function fitText(
  text: string,
  budget: number,
  count: (text: string) => Promise<number>,
): Promise<FittedAnswer> {
  for (const cut of CUTS) {
    for (let length = text.length; length > 0; length = Math.floor(length / 2)) {
      const beginning = text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '') + cut;
      const tokens = await count(beginning);
      if (tokens <= budget) return { text: beginning, tokens };
    }
  }
  return { text: '…', tokens: 1 };
}

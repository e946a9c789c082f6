import { type ChosenFiles, chooseFiles, type FileChoice } from '../contract/api/choose-files.ts';
import { type AnswerParts, composeAnswer, DETAILS } from './compose-answer.ts';

/** An answer within its budget. */
export interface FittedAnswer {
  readonly text: string;
  /** Of the text. */
  readonly tokens: number;
}

/** Tries that get as close as they can. Each later try gives up at least this share of its room, so that tries end soon. */
const CLOSE_TRIES = 4;
const LEAST_STEP = 0.3;
/** Ends of a head that stands alone, the clearest first; the last one has a token. */
const CUTS = ['\n\n[All files left out: get_section.]', ' […]', '…'];

/**
 * The answer that holds the most of a skill in so many tokens. Pieces cost more or less together than one by one, so
 * each try is counted as a whole, and the next one has less room. If the notes about the rest leave no room for a
 * file, the notes are shorter.
 *
 * @param files most important first, with tokens for costs
 * @param budget tokens of all that is sent, 1 or more
 * @param count tells the tokens of a text
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
      // The last try is without any file.
      room = room === 0 ? -1 : Math.max(0, next);
    }
  }
  return withoutFiles ?? (await fitText(parts.head, budget, count));
}

/** The longest beginning, in steps of a half, with the clearest end that fits: an answer always says that it isn't whole. */
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

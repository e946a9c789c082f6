import { type ChosenFiles, chooseFiles, type FileChoice } from '../../../contract/api/choose-files.ts';
import { type AnswerParts, composeAnswer, DETAILS } from './compose-answer.ts';

/** An answer within its budget. */
export interface FittedAnswer {
  readonly text: string;
  /** Of the text. */
  readonly tokens: number;
}

/**
 * The answer that holds the most of a skill in so many tokens. Pieces cost more or less together than one by one, so
 * each try is counted as a whole, and the next one has less room. Where what is said of the rest leaves no room for a
 * file, less is said.
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
    for (let room = budget; room >= 0; ) {
      const chosen: ChosenFiles = chooseFiles(files, room);
      const text = composeAnswer({ ...parts, files: chosen }, detail);
      const tokens = await count(text);
      if (tokens <= budget) {
        if (chosen.chosen.length > 0) return { text, tokens };
        withoutFiles ??= { text, tokens };
        break;
      }
      room = Math.min(room, chosen.cost) - (tokens - budget);
    }
  }
  return withoutFiles ?? (await fitText(parts.head, budget, count));
}

/** The longest beginning, in steps of a half, that fits. */
async function fitText(
  text: string,
  budget: number,
  count: (text: string) => Promise<number>,
): Promise<FittedAnswer> {
  for (let length = text.length; length > 0; length = Math.floor(length / 2)) {
    const beginning = text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
    const tokens = await count(beginning);
    if (tokens <= budget) return { text: beginning, tokens };
  }
  return { text: '', tokens: 0 };
}

import { describe, it } from 'vitest';
import { scanText } from '../../../../src-server/search/words/text-scanner.ts';
import { analyzeRun, foldText } from '../../../../src-server/search/words/word-analysis.ts';
import { expectLinearAlways } from '../../../support/worst-texts.ts';

/** Every word of a text, as the index takes it in. */
function index(text: string): void {
  for (const isMarkdown of [true, false])
    scanText(text, isMarkdown, { run: (start, end) => void analyzeRun(text.slice(start, end)) });
}

describe('the words of a text', () => {
  it.each([
    ['as it is indexed', index],
    ['folded', (text: string) => void foldText(text)],
  ])('take twice the steps for twice the text, %s', (_how, work) => {
    // A line over 200 characters is no title: below that a title may be looked at more than once.
    expectLinearAlways(work, { short: 250, long: 250 });
  });
});

import type { ParseAnswer, ParseRequest } from './page-parser.ts';
import { parsePage } from './parse-page.ts';

addEventListener('message', ({ data }: MessageEvent<ParseRequest>) => {
  const answer: ParseAnswer = { page: parsePage(data.text, data.hasEntries) };
  postMessage(answer);
});

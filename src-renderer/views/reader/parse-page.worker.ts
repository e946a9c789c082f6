import type { ParseAnswer, ParseRequest } from './page-parser.ts';
import { parsePage } from './parse-page.ts';

const send = (answer: ParseAnswer) => postMessage(answer);

addEventListener('message', ({ data }: MessageEvent<ParseRequest>) => {
  send({ page: parsePage(data.text, data.hasEntries) });
});
send('ready');

import { expect, it } from 'vitest';
import { describeExit } from '../../../src-main/server/describe-end.ts';

it.each<[number, NodeJS.Platform, RegExp]>([
  [0, 'linux', /by itself/],
  [1, 'linux', /code 1/],
  [9, 'linux', /SIGKILL/],
  [15, 'darwin', /SIGTERM/],
  [6, 'linux', /crashed/],
  [139, 'darwin', /crashed \(SIGSEGV\)/],
  [9, 'win32', /code 9/],
  [0xc0000005, 'win32', /The system ended it/],
])('the exit code %d on %s is put into words', (code, platform, sentence) => {
  expect(describeExit(code, platform)).toMatch(sentence);
});

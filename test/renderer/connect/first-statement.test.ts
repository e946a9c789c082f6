import { expect, test } from 'vitest';
import { firstStatement } from '../../../src-renderer/connect/first-statement.ts';

test('an example is the first heading of a file and what stands below it', () => {
  expect(
    firstStatement(
      '# spdlog: safety\n\n## Never log after `shutdown`\n\n- **It crashes**, see [why](x.md).\n',
    ),
  ).toEqual({ heading: 'Never log after shutdown', text: 'It crashes, see why.' });
});

test('a long text is cut after a sentence, else after a word', () => {
  const sentence = `${'word '.repeat(30).trim()}.`;
  expect(firstStatement(`## A\n${sentence} ${sentence}`)?.text).toBe(sentence);
  expect(firstStatement(`## A\n${'word '.repeat(100)}`)?.text).toMatch(/word…$/);
});

test.each(['', '# Title\ntext', '## A', '## A\n```\ncode\n```', '## A\n| a |', '## A\n### B'])(
  'there is none where a file says nothing in words (%#)',
  (text) => expect(firstStatement(text)).toBeUndefined(),
);

test('hidden tricks of a long line cost little', () => {
  expect(firstStatement(`## A\n${'['.repeat(19_000)}`)?.text.length).toBeLessThan(300);
});

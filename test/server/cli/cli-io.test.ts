import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { askAtTerminal, CliError } from '../../../src-server/cli/cli-io.ts';

/** A terminal at which this is typed. */
function terminal(typed: string, { isTTY = true, ends = false } = {}) {
  const input = Object.assign(new PassThrough(), { isTTY });
  input.write(typed);
  if (ends) input.end();
  return { input, output: new PassThrough() };
}

it('gives the line that was typed, also where it is empty', async () => {
  expect(await askAtTerminal('Which? ', terminal('this one\n'))).toBe('this one');
  expect(await askAtTerminal('Which? ', terminal('\n'))).toBe('');
});

it('asks nobody where the input is no terminal', async () => {
  expect(await askAtTerminal('Which? ', terminal('yes\n', { isTTY: false }))).toBeUndefined();
});

it.each(['', 'half a li'])('takes no answer from who ends the input after %j', async (typed) => {
  const asked = askAtTerminal('Which? ', terminal(typed, { ends: true }));
  await expect(asked).rejects.toThrow(CliError);
  await expect(asked).rejects.toThrow('Nothing was done');
});

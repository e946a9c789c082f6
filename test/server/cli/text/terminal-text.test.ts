import { describe, expect, it } from 'vitest';
import { asciiSigns, hasUtf8 } from '../../../../src-server/cli/cli-io.ts';
import { runCliHere } from '../../../support/run-cli-here.ts';

describe('a terminal whose locale has no UTF-8', () => {
  it.each([
    [{ LANG: 'C' }, false],
    [{}, false],
    [{ LANG: 'de_DE.UTF-8' }, true],
    [{ LANG: 'de_DE.UTF-8', LC_ALL: 'C' }, false],
    [{ LC_CTYPE: 'C.utf8' }, true],
  ])('is known by %j', (env, expected) => {
    expect(hasUtf8(env, 'linux')).toBe(expected);
    expect(hasUtf8(env, 'win32')).toBe(true);
  });

  it('gets ASCII for our signs, and letters as they are', () => {
    expect(asciiSigns('the library’s “name” … → Müller')).toBe('the library\'s "name" ... -> Müller');
  });
});

it('wraps the options of a command in a terminal of 60 columns', async () => {
  const { out } = await runCliHere(['init', '--help'], '/', { columns: 60 });
  const options = out.slice(out.indexOf('Options:'), out.indexOf('\n\n', out.indexOf('Options:')));
  for (const line of options.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
});

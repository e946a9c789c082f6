import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Shell, shellWord } from '../../../../src-server/contract/clients/clients.ts';
import { onWindows, unless } from '../../../support/unless.ts';

/** What shells act on, and the ends of what they quote. */
const HOSTILE = [
  ...`'"\\$\`;&|<>()[]{}*?!~#%^=,@- `,
  '$(touch pwned)',
  '; touch pwned',
  "'; touch pwned; '",
  '" & calc & "',
  '%PATH%',
  '%2F',
  '%41%',
  '!!',
  '\u2018',
  '\u201d',
  '\u202e',
  'é',
  '🦀',
];
const words = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 4 })), { maxLength: 8 })
  .map((parts) => parts.join(''));
const wordsWithoutControls = words.map((word) => word.replace(/\p{Cc}/gu, ''));

const quoted = (word: string, shell: Shell): string => {
  const line = shellWord(word, shell);
  if (line === undefined) throw new Error(`no line for ${JSON.stringify(word)}`);
  return line;
};

const SHELLS = ['sh', 'bash', 'zsh', 'fish'].filter((shell) =>
  (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(`${folder}/${shell}`)),
);

describe('a word in a line for sh', unless(onWindows), () => {
  test.each(SHELLS)('is read back by %s as it was, and runs nothing', (shell) => {
    fc.assert(
      fc.property(fc.array(wordsWithoutControls, { minLength: 1, maxLength: 40 }), (list) => {
        const line = `printf '%s\\0' ${list.map((word) => quoted(word, 'sh')).join(' ')}`;
        const { stdout, stderr } = spawnSync(shell, ['-c', line], { encoding: 'utf8' });
        expect(stderr).toBe('');
        expect(stdout.split('\0').slice(0, -1)).toEqual(list.map((word) => Buffer.from(word).toString()));
      }),
      { numRuns: 25 },
    );
  });

  test('is read back by a bash at its prompt, where ! means a line before', () => {
    const word = "!! !printf '!$ \\!";
    const { stdout } = spawnSync('bash', ['--norc', '--noprofile', '-i'], {
      encoding: 'utf8',
      input: `set -H\necho before\nprintf '%s\\0' ${quoted(word, 'sh')}\n`,
    });
    expect(stdout).toContain(`${word}\0`);
  });

  test('stays as it is where no shell acts on it', () => {
    expect(shellWord('http://127.0.0.1:8701/v1/skills', 'sh')).toBe('http://127.0.0.1:8701/v1/skills');
    expect(shellWord('', 'sh')).toBe("''");
    expect(shellWord("it's", 'sh')).toBe("'it'\\''s'");
  });
});

test('there is no line for what a terminal takes for a key, whatever the shell', () => {
  fc.assert(
    fc.property(
      words,
      fc.constantFrom(...'\n\r\t\0\u0003\u001b\u007f\u0085'),
      words,
      (before, key, after) => {
        for (const shell of ['sh', 'windows'] as const) {
          expect(shellWord(before + key + after, shell)).toBeUndefined();
          expect(shellWord(before + key + after, shell)).toBeUndefined();
        }
      },
    ),
  );
});

describe('a word in a line for Windows', () => {
  const withLine = wordsWithoutControls.filter((word) => shellWord(word, 'windows') !== undefined);

  test('stands in quotes wherever cmd would act on it', () => {
    fc.assert(
      fc.property(withLine, (word) => {
        expect(outsideOfCmdQuotes(quoted(word, 'windows'))).not.toMatch(/[&|<>^()%!,;= ]/);
      }),
    );
  });

  test('names no variable of cmd', () => {
    fc.assert(
      fc.property(withLine, (word) => {
        const names = [...quoted(word, 'windows').matchAll(/%([^%]+)/g)].map(([, name]) => name);
        for (const name of names) expect(name).toMatch(/^[0-9A-F]{2}/);
      }),
    );
  });

  test('is one string to PowerShell, with nothing put in', () => {
    fc.assert(
      fc.property(withLine, (word) => {
        expect(quoted(word, 'windows')).toMatch(/^(?:[\w:./\\-]+|"[^"$`\u201c-\u201e]*")$/u);
      }),
    );
  });

  test('is read back by a program as it was', () => {
    fc.assert(
      fc.property(withLine, (word) => {
        expect(readAsProgram(quoted(word, 'windows'))).toBe(word);
      }),
    );
  });

  test.each(['a"b', '$(calc)', '`calc', '%PATH%', '\u201d & calc'])('is not given for %s', (word) => {
    expect(shellWord(word, 'windows')).toBeUndefined();
  });
});

/** cmd knows one thing of quotes: each turns acting on characters off, or on again. */
function outsideOfCmdQuotes(line: string): string {
  return line
    .split('"')
    .filter((_, index) => index % 2 === 0)
    .join('');
}

/** One word as Microsoft's C runtime reads it: backslashes count only before a quote. */
function readAsProgram(line: string): string {
  return line
    .replace(/(\\*)(")/g, (_, slashes: string) => slashes.slice(slashes.length / 2))
    .replaceAll('"', '');
}

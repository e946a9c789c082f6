import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addPointer,
  findPointer,
  removePointer,
} from '../../../../src-server/connect/pointer/pointer-block.ts';
import {
  POINTER_END,
  POINTER_LINES,
  POINTER_START,
} from '../../../../src-server/contract/clients/pointer.ts';

const BLOCK = POINTER_LINES.join('\n');

function added(text: string): string {
  const result = addPointer(text);
  if (!result.ok) throw new Error(result.reason);
  return result.text;
}

function removed(text: string): string {
  const result = removePointer(text);
  if (!result.ok) throw new Error(result.reason);
  return result.text;
}

/** Texts of lines that end in every way, with and without a byte order mark and an end of the last line. */
const texts = fc
  .tuple(
    fc.constantFrom('', '\uFEFF'),
    fc.array(
      fc
        .oneof(
          fc.constantFrom(
            '',
            '# Rules',
            '- one',
            '<!-- other:start -->',
            '```',
            'skills-registry:start',
            '\r',
          ),
          fc.string(),
        )
        .chain((line) => fc.constantFrom('\n', '\r\n', '\r', '').map((eol) => line + eol)),
    ),
  )
  .map(([bom, lines]) => bom + lines.join(''))
  .filter((text) => findPointer(text).state === 'absent');

describe('the pointer', () => {
  it('is under a kilobyte, and names no address', () => {
    expect(Buffer.byteLength(BLOCK)).toBeLessThan(1_000);
    expect(BLOCK).not.toMatch(/https?:|\d{4}/);
  });

  it('names one call, when to make it, and what it costs', () => {
    expect(BLOCK.match(/`[a-z]+_[a-z]+`/g)).toEqual(['`get_skill`']);
    for (const word of ['Before you write', 'even if you think you know it', 'tokens'])
      expect(BLOCK).toContain(word);
  });

  it('goes to the end, an empty line before it', () => {
    expect(added('# Rules\n')).toBe(`# Rules\n\n${BLOCK}\n`);
    expect(added('')).toBe(`${BLOCK}\n`);
  });

  it('ends its lines as the file does', () => {
    expect(added('# Rules\r\nBe kind.\r\n')).toBe(
      `# Rules\r\nBe kind.\r\n\r\n${POINTER_LINES.join('\r\n')}\r\n`,
    );
  });

  it('is brought up to date where it stands, and what is around it stays', () => {
    const old = `# Rules\n\n${POINTER_START}\nAsk us.\n${POINTER_END}\n\nMore rules.`;
    expect(findPointer(old)).toMatchObject({ state: 'present', isCurrent: false });
    expect(added(old)).toBe(`# Rules\n\n${BLOCK}\n\nMore rules.`);
  });

  it('changes nothing where it is up to date, however its lines end', () => {
    const text = added('# Rules\r\n');
    expect(findPointer(text)).toMatchObject({ state: 'present', isCurrent: true });
    expect(added(text)).toBe(text);
  });

  it('leaves no trace where rules were written behind it', () => {
    expect(removed(`${added('# Rules\n')}\nMore rules.\n`)).toBe('# Rules\n\nMore rules.\n');
  });

  it('leaves no trace where it was moved to the top', () => {
    expect(removed(`${BLOCK}\n# Rules\n`)).toBe('# Rules\n');
  });

  it.each([
    ['two blocks', `${BLOCK}\n${BLOCK}`, 'no pair'],
    ['half a block', `# Rules\n${POINTER_START}\nAsk us.\n`, 'no pair'],
    ['the other half', `Ask us.\n${POINTER_END}\n`, 'no pair'],
    ['marks the wrong way round', `${POINTER_END}\n${POINTER_START}`, 'no pair'],
    ['a block in a block', `${POINTER_START}\n${BLOCK}\n${POINTER_END}`, 'no pair'],
  ])('is neither added to %s nor taken out of it, with a sentence', (_what, text, reason) => {
    for (const edit of [addPointer, removePointer])
      expect(edit(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });

  it('that is added and taken out leaves the same bytes', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(removed(added(text))).toBe(text);
      }),
    );
  });

  it('that is added twice is there once', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(added(added(text))).toBe(added(text));
      }),
    );
  });

  it('keeps what was there, whole and in front', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(added(text).startsWith(text)).toBe(true);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonText, TextLines, toPointer } from '../../../src-server/validation/json-position.ts';

const TEXT = '{\n  "a": [1, {"b/c": 2}],\n  "m~n": null\n}';

describe('offsetOf', () => {
  it.each([
    ['', '{'],
    ['/a', '"a"'],
    ['/a/0', '1'],
    ['/a/1/b~1c', '"b/c"'],
    ['/m~0n', '"m~n"'],
  ])('finds %j', (pointer, start) => {
    expect(TEXT.slice(new JsonText(TEXT).offsetOf(pointer)).startsWith(start)).toBe(true);
  });

  it('finds the nearest parent of what is not there', () => {
    expect(new JsonText(TEXT).offsetOf('/a/1/x/y')).toBe(TEXT.indexOf('{"b/c"'));
  });

  it('finds every member that a pointer is made for', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (outer, inner) => {
        const text = JSON.stringify({ x: 0, [outer]: { [inner]: 'value' } }, null, 2);
        const offset = new JsonText(text).offsetOf(toPointer(outer, inner)) ?? -1;
        expect(text.slice(offset).startsWith(`${JSON.stringify(inner)}: "value"`)).toBe(true);
      }),
    );
  });

  it('has nothing to find in an empty text', () => {
    expect(new JsonText('').offsetOf('/a')).toBeUndefined();
  });
});

describe('positionOf', () => {
  it.each([
    ['ab', 0, 1, 1],
    ['a\nb', 2, 2, 1],
    ['a\r\nbc', 4, 2, 2],
    ['a\rb', 2, 2, 1],
  ])('in %j at %i is line %i, column %i', (text, offset, line, column) => {
    expect(new TextLines(text).positionOf(offset)).toEqual({ line, column });
  });
});

describe('duplicateMembers', () => {
  it('finds a name that stands twice in one object, at any depth', () => {
    expect(new JsonText('{"a": [{"b": 1, "b": 2}], "b": 3}').duplicateMembers()).toEqual([
      { name: 'a.0.b', offset: 16 },
    ]);
  });
});

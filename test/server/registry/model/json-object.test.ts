import { describe, expect, it } from 'vitest';
import { isNestedTooDeeply, parseJsonObject } from '../../../../src-server/registry/index-json.ts';

describe('parseJsonObject', () => {
  it('accepts a byte order mark', () => {
    expect(parseJsonObject('\uFEFF{"a":1}')).toEqual({ ok: true, value: { a: 1 } });
  });

  it('names line and column of a syntax error', () => {
    expect(parseJsonObject('{\n  "a": 1,\n}')).toMatchObject({ ok: false, line: 3, column: 1 });
  });

  it('says that a file is empty', () => {
    expect(parseJsonObject(' \n')).toEqual({ ok: false, reason: 'the file is empty' });
  });

  it.each(['[]', 'null', '1', '"x"'])('refuses %s, which is no object', (text) => {
    expect(parseJsonObject(text)).toMatchObject({ ok: false, reason: 'it is valid JSON, but not an object' });
  });

  it('refuses what is nested too deeply, and nothing for its many objects or brackets', () => {
    const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect(parseJsonObject(nested(99)).ok).toBe(true);
    expect(parseJsonObject(nested(100)).ok).toBe(false);
    expect(
      parseJsonObject(`{"\\"{":"${'\\"{'.repeat(200)}\\\\","a":${'{"b":'.repeat(99)}1${'}'.repeat(99)}}`).ok,
    ).toBe(true);
    expect(parseJsonObject(`{"a":[${'{},'.repeat(500)}{}],"b":"${'['.repeat(500)}"}`).ok).toBe(true);
  });

  it('keeps __proto__ as a field like any other', () => {
    const parsed = parseJsonObject('{"__proto__": {"x": 1}}');
    expect(parsed.ok && Object.keys(parsed.value)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

describe('isNestedTooDeeply', () => {
  it.each(['', '1', '{}', '[1]'])(
    'says of a value what is said of its text, with “%s” innermost',
    (inner) => {
      for (const depth of [1, 97, 98, 99, 100, 101]) {
        const text = `{"a":${'['.repeat(depth)}${inner}${']'.repeat(depth)}}`;
        expect([depth, isNestedTooDeeply(JSON.parse(text))]).toEqual([depth, !parseJsonObject(text).ok]);
      }
    },
  );
});

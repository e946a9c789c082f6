import { describe, expect, it } from 'vitest';
import { askedName } from '../../../../src-server/search/find/asked-name.ts';
import { parseQuery } from '../../../../src-server/search/find/parse-query.ts';

describe('the name that a question is', () => {
  it.each([
    ['requests', 'requests'],
    ['Hash Map', 'hashmap'],
    ['flat_hash_map', 'flathashmap'],
    ['python requests', 'requests'],
    ['the requests', 'requests'],
    ['go', 'go'],
    ['Crème', 'creme'],
    ['c', 'c'],
    ['C++', 'cpp'],
    ['C#', 'csharp'],
    ["let's encrypt", 'letencrypt'],
    ['?', ''],
  ])('of %s is %s', (query, expected) => {
    expect(parseQuery(query).name).toBe(expected);
  });

  it('is of its words alone where there are none', () => {
    expect(askedName([], new Set())).toBe('');
  });
});

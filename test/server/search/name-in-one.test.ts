import { expect, it } from 'vitest';
import { nameInOne } from '../../../src-server/search/word-analysis.ts';

it.each([
  ['requests', 'requests'],
  ['Hash Map', 'hashmap'],
  ['flat_hash_map', 'flathashmap'],
  ['node-postgres', 'nodepostgres'],
  ['{fmt}', 'fmt'],
  ['Crème', 'creme'],
  ['C', 'c'],
  ['C++', 'cpp'],
  ['cpp', 'cpp'],
  ['C#', 'csharp'],
  ['Notepad++', 'notepad'],
  ["Let's Encrypt", 'letencrypt'],
  ['日本', '日本'],
  ['--', ''],
  ['', ''],
])('the name %s is %s in one', (name, expected) => {
  expect(nameInOne(name)).toBe(expected);
});

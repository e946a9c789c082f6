import { describe, expect, it } from 'vitest';
import { compareParts, leftOutOf, partOf } from '../../../src-renderer/folders/skill-parts.ts';

describe('partOf', () => {
  it.each([
    ['skill.json', 'manifest'],
    ['overview.md', 'knowledge'],
    ['README.MD', 'knowledge'],
    ['examples/basic.cpp', 'example'],
    ['examples/server/main.go', 'example'],
    ['LICENSE', undefined],
    ['notes/overview.md', undefined],
    ['other/skill.json', undefined],
    ['.draft.md', undefined],
    ['examples/.DS_Store', undefined],
    ['.git/skill.json', undefined],
    ['examples', undefined],
  ])('takes %s for %s', (path, part) => {
    expect(partOf(path)).toBe(part);
  });
});

it('leaves out by name at the top, once, without what systems hide', () => {
  expect(
    leftOutOf(['node_modules/a/b.js', 'node_modules/', 'LICENSE', '.git/HEAD', 'overview.md', '.DS_Store']),
  ).toEqual(['LICENSE', 'node_modules/']);
});

it('orders skill.json, knowledge, examples', () => {
  const paths = ['examples/a.rs', 'pitfalls.md', 'skill.json', 'api.md'];
  expect(paths.sort(compareParts)).toEqual(['skill.json', 'api.md', 'pitfalls.md', 'examples/a.rs']);
});

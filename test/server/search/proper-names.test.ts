import { describe, expect, it } from 'vitest';
import { properNames } from '../../../src-server/search/query.ts';

const names = (query: string): string[] => [...properNames(query)];

describe('the proper names of a question', () => {
  it.each([
    ['How do I draw sprites in Godot?', ['Godot']],
    ['roll back a failed Helm release', ['Helm']],
    ['the 3 Docker images of a React Native app', ['Docker', 'React', 'Native']],
    ['vom Äther zum Öl', ['Äther', 'Öl']],
  ])('are words with a capital inside of a sentence: %s', (query, expected) => {
    expect(names(query)).toEqual(expected);
  });

  it.each([
    ["TypeError: expected `int64' in folly::dynamic", ['folly']],
    ['numpy.core._exceptions._ArrayMemoryError: Unable to allocate', ['numpy']],
    ['a std::vector of ghc::filesystem::path', ['std', 'ghc']],
  ])('are what qualified identifiers begin with: %s', (query, expected) => {
    expect(names(query)).toEqual(expected);
  });

  it.each([
    'Sprites flicker. Why? Because: Windows',
    'Error: Cannot open "Config" (Missing)',
    'read JSON with PyTorch and Catch2',
    'src/main.server.rs:48 in /usr/include/sys.cdefs.h',
    'e.g. user.name or config.yaml',
    'NSObject',
    'How To Shut Down The Logger Cleanly In Spdlog',
  ])('are nothing else: %s', (query) => {
    expect(names(query)).toEqual([]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { registryOf, registryWords, withoutRegistry } from '../../../src-server/connect/registry-option.ts';

describe('the registry that an entry has the program serve', () => {
  it.each([
    [['mcp', '-r', '/skills']],
    [['mcp', '--registry', '/skills', '--log-level', 'debug']],
    [['mcp', '--registry=/skills']],
    [['mcp', '-r/skills']],
    [['node', '-r', 'tool', 'skills-registry.cjs', 'mcp', '-r', '/skills']],
    [['mcp', '-r', '/before', '-r', '/skills']],
  ])('is read in each way of naming it: %j', (words) => {
    expect(registryOf(words)).toBe('/skills');
  });

  it.each([
    [['mcp']],
    [['mcp', '-r']],
    [['mcp', '--run', '/skills']],
    [['mcp', '--registry']],
    [['node', '-r', 'tool', 'x.cjs']],
  ])('is none where none is named: %j', (words) => {
    expect(registryOf(words)).toBeUndefined();
    expect(withoutRegistry(words)).toEqual(words);
  });

  it('is what was written, whatever the folder is called, and taken out leaves the other words', () => {
    const word = fc.stringMatching(/^[a-z/ ]{1,9}$/);
    const folder = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(fc.array(word), folder, fc.array(word), (before, named, after) => {
        const words = ['mcp', ...before, ...registryWords(named), ...after];
        expect(registryOf(words)).toBe(named);
        expect(withoutRegistry(words)).toEqual(['mcp', ...before, ...after]);
      }),
    );
  });
});

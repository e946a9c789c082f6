import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  registryOf,
  registryOfEnvironment,
  withoutRegistry,
} from '../../../src-server/connect/registry-option.ts';

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
        const words = ['mcp', ...before, '-r', named, ...after];
        expect(registryOf(words)).toBe(named);
        expect(withoutRegistry(words)).toEqual(['mcp', ...before, ...after]);
      }),
    );
  });
});

describe('the registry that an entry names in the environment of its program', () => {
  it.each([
    [{ env: { SKILLS_REGISTRY: '/mine' } }, '/mine'],
    [{ environment: { SKILLS_REGISTRY: '/mine' } }, '/mine'],
    [{ envs: { SKILLS_REGISTRY: '/mine' } }, '/mine'],
    [{ env: { SKILLS_REGISTRY: '' } }, undefined],
    [{ env: { SKILLS_REGISTRY: ['$', '{user_config.registry}'].join('') } }, undefined],
    [{ env: { SKILLS_REGISTRY: 7 } }, undefined],
    [{ env: 'SKILLS_REGISTRY=/mine' }, undefined],
    [{}, undefined],
  ])('of %j is %s', (entry, registry) => {
    expect(registryOfEnvironment(entry)).toBe(registry);
  });
});

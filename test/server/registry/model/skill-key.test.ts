import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyOfManifest, parseSkillKey } from '../../../../src-server/contract/skill-format.ts';

describe('parseSkillKey', () => {
  it('splits language, author and name', () => {
    expect(parseSkillKey('cpp/gabime/spdlog')).toEqual({ language: 'cpp', author: 'gabime', name: 'spdlog' });
  });

  it.each([
    '',
    'cpp',
    'cpp/a',
    'cpp/a/b/c',
    '/a/b',
    'cpp//b',
    'cpp/../b',
    'cpp/./b',
    'cpp/.git/b',
    'cpp/a\\b/c',
    'cpp/a\u0000/c',
  ])('refuses %j', (text) => {
    expect(parseSkillKey(text)).toBeUndefined();
  });

  it('never gives a part that leads elsewhere, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const parts = parseSkillKey(text);
        for (const part of Object.values(parts ?? {})) {
          expect(part).not.toMatch(/[/\\\0]|^\.{1,2}$|^$/);
        }
      }),
    );
  });

  it('keeps case: keys are case-sensitive', () => {
    expect(parseSkillKey('cpp/SFML/SFML')?.name).toBe('SFML');
  });
});

describe('keyOfManifest', () => {
  it('joins language and repo', () => {
    expect(keyOfManifest({ language: 'cpp', repo: 'CLIUtils/CLI11' })).toBe('cpp/CLIUtils/CLI11');
  });

  it('takes the outermost group as the author where the repository has a host', () => {
    expect(keyOfManifest({ language: 'js', repo: 'gitlab.com/acme/backend/utils' })).toBe('js/acme/utils');
    expect(keyOfManifest({ language: 'js', repo: 'github.com/acme/utils' })).toBe('js/acme/utils');
  });

  it.each([
    ['@acme/widget', 'js/acme/widget'],
    ['parser', 'js/acme/parser'],
    ['Widgets', 'js/acme/widgets'],
    ['widget toolkit', 'js/acme/widgets'],
  ])('names the library %s of a repository that has another name: %s', (name, key) => {
    expect(keyOfManifest({ language: 'js', repo: 'acme/widgets', name })).toBe(key);
  });

  it.each([
    { language: 'cpp' },
    { language: 'cpp', repo: 'x' },
    { language: 'cpp', repo: 'https://x/y/z' },
    { language: 'cpp', repo: 'https://github.com/a/b' },
    { language: 'cpp', repo: 'acme/backend/utils' },
    { language: 'cpp', repo: 'gitlab.com/../b' },
    { language: 'cpp', repo: 'gitlab.com//utils' },
    { repo: 1, language: 2 },
  ])('gives nothing for %j', (manifest) => {
    expect(keyOfManifest(manifest)).toBeUndefined();
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foreignCodeLanguage, foreignCodeReason } from '../../../src-server/validation/rules/withheld.ts';
import { unless, without } from '../../support/unless.ts';

const fence = (info: string): string => `\`\`\`${info}\ncode\n\`\`\`\n`;

/** Folders of skills whose code is in another language. */
function foreignSkills(registry: string): readonly string[] {
  const files = readdirSync(registry, { recursive: true, encoding: 'utf8' });
  const folders = files.filter((path) => path.endsWith('skill.json')).map((path) => path.slice(0, -11));
  return folders.filter((folder) => {
    const markdown = files.filter((path) => path.startsWith(`${folder}/`) && path.endsWith('.md'));
    const manifest: unknown = JSON.parse(readFileSync(join(registry, folder, 'skill.json'), 'utf8'));
    const { language } = manifest as { language: string };
    const texts = markdown.map((path) => readFileSync(join(registry, path), 'utf8'));
    return foreignCodeLanguage(texts, language) !== undefined;
  });
}

describe('the language of a skill’s code', () => {
  it('is another one where most of its fences say so', () => {
    expect(foreignCodeLanguage([fence('cpp') + fence('cpp'), fence('python')], 'python')).toBe('cpp');
    expect(foreignCodeLanguage([fence('cpp') + fence('python')], 'python')).toBeUndefined();
  });

  it('goes with its kin, and shells and data with any', () => {
    expect(foreignCodeLanguage([fence('c') + fence('ts') + fence('c++ title="x"')], 'cpp')).toBeUndefined();
    expect(foreignCodeLanguage([fence('sh') + fence('json') + fence('')], 'go')).toBeUndefined();
  });

  it('is named as it is written where the format doesn’t list it, also like a member of every object', () => {
    const texts = { 'pitfalls.md': fence('python') };
    expect(foreignCodeReason('constructor/a/b', texts)).toBe(
      "its code examples are Python, though the library's language is constructor",
    );
  });

  it('is that of the library in the whole sample', () => {
    expect(foreignSkills('assets/sample-registry')).toEqual([]);
  });

  it('is another one in 17 of the real skills', unless(without('../shared/real-registry')), () => {
    expect(foreignSkills('../shared/real-registry')).toHaveLength(17);
  });
});

import { describe, expect, it } from 'vitest';
import { validateRegistry } from '../../../src-server/cli/commands/validate.ts';
import { locateRegistry } from '../../../src-server/registry/locate.ts';
import { temporaryFolder, writeFiles } from '../../support/temporary-registry.ts';
import { validSkillFiles } from '../../support/valid-skill.ts';

const KEYS = ['cpp/a/one', 'cpp/b/two', 'cpp/c/three'];
const NOW = new Date('2026-11-20T12:00:00Z');

async function problemsOf(root: string) {
  const located = locateRegistry(root);
  if (!located.ok) throw new Error(located.reason);
  const { diagnostics } = await validateRegistry(located.location, { now: NOW });
  return diagnostics;
}

describe('validateRegistry', () => {
  const valid = () => temporaryFolder(Object.assign({}, ...KEYS.map((key) => validSkillFiles(key))));

  it('finds nothing in a registry that keeps every rule', async () => {
    expect(await problemsOf(valid())).toEqual([]);
  });

  it('finds what is wrong with one skill, with the line, and nothing with the others', async () => {
    const root = valid();
    writeFiles(root, { [`skills/${KEYS[1]}/pitfalls.md`]: '# Pitfalls\n\n## One\n' });
    const found = await problemsOf(root);
    expect(new Set(found.map(({ skillKey }) => skillKey))).toEqual(new Set([KEYS[1]]));
    expect(found.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['pitfalls-too-few', 'tokens-too-few']),
    );
  });

  it('sees the first 262,144 characters of a text, so that nobody occupies the rules', async () => {
    const root = valid();
    const long = `# Notes\n\n${'word '.repeat(60_000)}[dead](gone.md)\n`;
    writeFiles(root, { [`skills/${KEYS[0]}/notes.md`]: long });
    const found = await problemsOf(root);
    expect(found.some(({ code }) => code === 'link-dead')).toBe(false);
  });
});

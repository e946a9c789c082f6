import { describe, expect, it } from 'vitest';
import { locateRegistry } from '../../../src-server/registry/locate-registry.ts';
import { validateRegistry } from '../../../src-server/registry/validate-registry.ts';
import { CheckUnfinishedError, type SkillChecker } from '../../../src-server/validation/skill-checker.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { validSkillFiles } from '../../support/valid-skill.ts';

const KEYS = ['cpp/a/one', 'cpp/b/two', 'cpp/c/three'];

async function validate(check: SkillChecker['check'], atOnce: number) {
  const located = await locateRegistry(
    temporaryFolder(Object.assign({}, ...KEYS.map((key) => validSkillFiles(key)))),
  );
  if (!located.ok) throw new Error(located.reason);
  const checker = { check, close: async () => {} };
  return validateRegistry(located.location, { now: new Date('2026-11-20T12:00:00Z'), checker, atOnce });
}

describe('validateRegistry', () => {
  it('reports a skill that could not be checked to its end, and checks the others', async () => {
    const checked: string[] = [];
    const { diagnostics } = await validate(async ({ key }) => {
      if (key === KEYS[1]) throw new CheckUnfinishedError('10 s');
      checked.push(key);
      return [];
    }, 1);
    expect(diagnostics).toMatchObject([
      {
        code: 'check-unfinished',
        severity: 'error',
        skillKey: KEYS[1],
        file: `skills/${KEYS[1]}`,
        message: 'The skill could not be checked within 10 s.',
      },
    ]);
    expect(checked).toEqual([KEYS[0], KEYS[2]]);
  });

  it('fails where a check fails for a reason of its own', async () => {
    await expect(validate(() => Promise.reject(new Error('a mistake')), 3)).rejects.toThrow('a mistake');
  });
});

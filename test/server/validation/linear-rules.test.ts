import { describe, it } from 'vitest';
import { checkSkill } from '../../../src-server/validation/check-skill.ts';
import { factsOf, validSkill } from '../../support/valid-skill.ts';
import { expectLinearAlways } from '../../support/worst-texts.ts';

/** Every rule over a skill that has the text wherever one may stand. */
function check(text: string): void {
  const { manifest } = validSkill();
  const files = { 'overview.md': text, 'pitfalls.md': text, 'safety.md': text, 'examples/notes.md': text };
  checkSkill(factsOf({ manifest, files }), {
    layout: 'registry',
    now: new Date('2026-11-20T12:00:00Z'),
    countTokens: () => ({ tokens: 700, isEstimate: false }),
  });
}

describe('the rules', () => {
  it('take twice the steps for twice the text, whatever repeats', { tags: 'ci' }, () => {
    expectLinearAlways(check, { short: 120, long: 150, runs: 60 });
  });
});

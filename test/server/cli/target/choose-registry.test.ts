import { describe, expect, it } from 'vitest';
import { chooseRegistry } from '../../../../src-server/cli/target/choose-registry.ts';
import { temporaryFolder } from '../../../support/temporary-registry.ts';

/** What is chosen with this in `SKILLS_REGISTRY`, where no registry is near. */
function chosenWith(SKILLS_REGISTRY: string) {
  const cwd = temporaryFolder();
  return chooseRegistry({ option: undefined, env: { SKILLS_REGISTRY }, cwd, sample: '/sample' }).path;
}

describe('the registry that serve chooses', () => {
  it('is what SKILLS_REGISTRY names', () => {
    expect(chosenWith('/mine')).toBe('/mine');
  });

  it.each(['', ['$', '{user_config.registry}'].join('')])(
    'is another one where that says nothing: %j',
    (placeholder) => {
      expect(chosenWith(placeholder)).toBe('/sample');
    },
  );
});

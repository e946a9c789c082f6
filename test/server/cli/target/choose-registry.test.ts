import { describe, expect, it } from 'vitest';
import { chooseRegistry } from '../../../../src-server/cli/target/choose-registry.ts';
import { temporaryFolder } from '../../../support/temporary-registry.ts';

/** What is chosen with this in `SKILLS_REGISTRY`, where no registry is near. */
async function chosenWith(SKILLS_REGISTRY: string, first?: string) {
  const cwd = temporaryFolder();
  const env = { SKILLS_REGISTRY };
  const added = async () => first;
  return (await chooseRegistry({ options: undefined, env, cwd, sample: '/sample', added })).path;
}

describe('the registry that serve chooses', () => {
  it('is what SKILLS_REGISTRY names', async () => {
    expect(await chosenWith('/mine', '/added')).toBe('/mine');
  });

  it('is the first one that was added by its address, before the sample', async () => {
    expect(await chosenWith('', '/added')).toBe('/added');
  });

  it.each(['', ['$', '{user_config.registry}'].join('')])(
    'is another one where that says nothing: %j',
    async (placeholder) => {
      expect(await chosenWith(placeholder)).toBe('/sample');
    },
  );
});

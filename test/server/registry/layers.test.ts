import { expect, it } from 'vitest';
import { foldLayers, type Layer } from '../../../src-server/registry/layers.ts';
import { EMPTY_SNAPSHOT } from '../../../src-server/registry/snapshot.ts';

it('files that a copy leaves out are a diagnostic of its registry for as long as it is served', () => {
  const layer = (name: string, missing?: readonly string[]): Layer => ({
    ...{ name, root: `/${name}`, isAdded: true, unavailable: undefined, state: undefined },
    ...{ records: new Map(), missing },
  });
  const left = ['skills/cpp/A/B differs in case alone from skills/cpp/a/b'];
  const { general } = foldLayers([layer('own'), layer('team', left)], EMPTY_SNAPSHOT);
  expect(general).toMatchObject([
    { code: 'file-left-out', registry: 'team', message: `Left out of the copy: ${left[0]}.` },
  ]);
});

import { expect, it } from 'vitest';
import { LocalQueries } from '../../../src-server/service/open-registry.ts';

const KEY = 'js/them/ws';

/** A registry whose words are known later than its list, without a change that people see. */
function lateRegistry() {
  const record = (dangers?: object) => ({
    key: KEY,
    manifest: { language: 'js', extensions: { npm: { name: 'ws' } } },
    entry: undefined,
    dangers,
  });
  const snapshotOf = (dangers?: object) => ({ generation: 1, skills: new Map([[KEY, record(dangers)]]) });
  let latest = snapshotOf();
  let know = () => {};
  const indexed = new Promise<void>((resolve) => {
    know = resolve;
  });
  const registry = {
    snapshot: () => latest,
    get latest() {
      return latest;
    },
    indexed: () => indexed,
  };
  const tell = (danger: string) => {
    latest = snapshotOf([{ danger, file: 'pitfalls.md', line_start: 3 }]);
    know();
  };
  const queries = new LocalQueries({ registry, engine: {}, identity: {}, logger: {} } as never);
  const ask = async () => {
    const { packages } = await queries.match({ packages: [{ purl: 'pkg:npm/ws@8.0.0' }] });
    return packages[0]?.skill?.dangers?.map(({ danger }) => danger);
  };
  return { ask, tell };
}

it('a project that is asked about before the texts are read has its dangers', async () => {
  const { ask, tell } = lateRegistry();
  const early = ask();
  tell('It leaks.');
  expect(await early).toEqual(['It leaks.']);
  // What was found anew of the same list is no other generation.
  tell('It hangs.');
  expect(await ask()).toEqual(['It hangs.']);
});

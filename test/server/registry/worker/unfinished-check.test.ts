import { expect, it, vi } from 'vitest';
import { follow } from '../../../support/followed-registry.ts';
import { temporaryRegistry } from '../../../support/temporary-registry.ts';

vi.mock('../../../../src-server/tokens/count-tokens.ts', () => ({
  loadTokenCounter() {
    throw new Error('The table of tokens is gone');
  },
}));

it('a check that fails unexpectedly ends all the same, with a problem of its skill alone', async () => {
  const keys = ['cpp/gabime/spdlog', 'go/jackc/pgx'];
  const { served } = follow(temporaryRegistry(keys));
  await vi.waitFor(
    () => {
      for (const key of keys) expect(served.records.get(key)?.findings.isChecked).toBe(true);
    },
    { timeout: 10_000 },
  );
  const record = served.records.get('go/jackc/pgx');
  expect(record?.findings.checks).toMatchObject([
    { code: 'check-unfinished', skillKey: 'go/jackc/pgx', message: expect.stringContaining('is gone') },
  ]);
  expect(record?.tokens?.get('overview.md')).toMatchObject({ isEstimate: true });
  expect(served.messages.filter(({ type }) => type === 'failed')).toHaveLength(2);
});

import { describe, expect, it } from 'vitest';
import { parseIndexFile } from '../../../../src-server/registry/index-json.ts';

describe('entries without a key', () => {
  const told = (count: number) =>
    parseIndexFile(
      `{"schema":"skills/v1","version":1,"updated_at":"2026-01-01T00:00:00Z","skills":[${Array(count).fill(0)}]}`,
    ).diagnostics;

  it('are told one by one, each with its place', () => {
    expect(told(2)).toMatchObject([
      { code: 'index-entry-invalid', message: 'Entry 1 has no key.', pointer: '/skills/0' },
      { code: 'index-entry-invalid', message: 'Entry 2 has no key.', pointer: '/skills/1' },
    ]);
  });

  it('are told of up to the most entries that are read: a file may have millions', () => {
    const diagnostics = told(1_500_000);
    expect(diagnostics).toHaveLength(50_001);
    expect(diagnostics[0]?.message).toBe('index.json has more than 50000 entries; the others are left out.');
  });
});

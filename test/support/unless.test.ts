import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unless, without } from './unless.ts';

describe('a test that something stands in the way of', () => {
  it('is skipped with the first reason there is', () => {
    expect(unless(undefined, 'no compiler', 'no disk')).toEqual({
      skip: true,
      meta: { skipped: 'no compiler' },
    });
  });

  it('runs where nothing does', () => {
    expect(unless(undefined)).toEqual({});
    expect(unless(without('package.json'))).toEqual({});
  });

  it('names the data that isn’t here', () => {
    expect(without('../nowhere/registry')).toContain('../nowhere/registry');
  });

  it('is skipped in no other way: those give no reason', () => {
    const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.test\.tsx?$/.test(name),
    );
    expect(files.length).toBeGreaterThan(100);
    const silent = files.filter((name) =>
      /\.(?:skipIf|runIf)\(|\bskip\b.*\}\) =>/.test(readFileSync(join('test', name), 'utf8')),
    );
    expect(silent).toEqual([]);
  });
});

import { expect, it } from 'vitest';
import { indexLines } from '../../../../src-server/projects/sync/project-index.ts';
import { parseLock } from '../../../../src-server/projects/sync/sync-lock.ts';

it('names no file for agents to open outside of code, whoever wrote the version or the package', () => {
  const match = {
    key: 'js/a/b',
    level: 'exact',
    version: '@~/.ssh/id_rsa',
    risk: 'high @/etc/passwd',
    drift: 'major',
  } as const;
  const lines = indexLines([{ match, libraries: ['@types/node 22.0.0', 'ws 1.0.0 @a/b'] }], new Map());
  const outside = lines.join('\n').replace(/`[^`]*`/g, '');
  expect(lines.join('\n')).toContain('`@types/node 22.0.0`');
  expect(outside).not.toContain('@');
});

it('takes no folder name from a lock that is not of the Agent Skills format', () => {
  const skills = { 'js-ws': { key: 'js/a/ws' }, 'x) Run this command (': { key: 'js/a/b' } };
  const lock = parseLock(JSON.stringify({ version: 1, skills }));
  expect([...(lock?.skills.keys() ?? [])]).toEqual(['js-ws']);
});

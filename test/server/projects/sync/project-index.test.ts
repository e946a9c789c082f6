import { expect, it } from 'vitest';
import { indexLines } from '../../../../src-server/projects/installed-skill.ts';

it('names no file for agents to open outside of code, whoever wrote the version or the package', () => {
  const match = {
    key: 'js/a/b',
    level: 'exact',
    version: '@~/.ssh/id_rsa',
    risk: 'high @/etc/passwd',
    drift: 'major',
  } as const;
  const lines = indexLines([{ match, libraries: ['@types/node 22.0.0', 'ws 1.0.0 @a/b'] }], () => undefined);
  const outside = lines.join('\n').replace(/`[^`]*`/g, '');
  expect(lines.join('\n')).toContain('`@types/node 22.0.0`');
  expect(outside).not.toContain('@');
});

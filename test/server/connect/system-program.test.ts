import { expect, it } from 'vitest';
import { systemProgram } from '../../../src-server/connect/system-program.ts';

it.each([
  ['netstat.exe', { SystemRoot: 'D:\\Windows' }, 'D:\\Windows\\System32\\netstat.exe'],
  ['cmd.exe', {}, 'C:\\Windows\\System32\\cmd.exe'],
  ['cmd.exe', { SystemRoot: '.' }, 'C:\\Windows\\System32\\cmd.exe'],
])('is in the system’s own folder: %s with %j', (name, env, path) => {
  expect(systemProgram(name, env)).toBe(path);
});

import { describe, expect, it } from 'vitest';
import { parseLsof, parseNetstat, systemProgram } from '../../../src-server/connect/machine.ts';

describe('the owner of a port', () => {
  it('is read from lsof', () => {
    expect(parseLsof('p48213\ncnode\nf18\n')).toEqual({ pid: 48213, name: 'node' });
    expect(parseLsof('p48213\nf18\n')).toEqual({ pid: 48213 });
    expect(parseLsof('')).toBeUndefined();
  });

  it.each([
    ['English', 'LISTENING', 'ESTABLISHED'],
    ['German', 'ABHÖREN', 'HERGESTELLT'],
    ['one of two words', 'À L’ÉCOUTE', 'ÉTABLIE'],
  ])('is read from netstat in %s, and only for this port', (_language, listens, connected) => {
    const table = [
      '  Proto  Local Address          Foreign Address        State            PID',
      `  TCP    127.0.0.1:87010        0.0.0.0:0              ${listens}         1`,
      `  TCP    127.0.0.1:8701         127.0.0.1:50000        ${connected}       2`,
      `  TCP    127.0.0.1:50000        127.0.0.1:8701         ${connected}       3`,
      '  UDP    127.0.0.1:8701         *:*                                       4',
      `  TCP    127.0.0.1:8701         0.0.0.0:0              ${listens}         48213`,
    ].join('\r\n');
    expect(parseNetstat(table, 8701)).toBe(48213);
    expect(parseNetstat('', 8701)).toBeUndefined();
  });

  it('is not read from a line without an owner, nor from the next one', () => {
    const table =
      '  TCP    127.0.0.1:8701    0.0.0.0:0    LISTENING\r\n\r\n\r\n  TCP    [::]:1    [::]:0    LISTENING    9\r\n';
    expect(parseNetstat(table, 8701)).toBeUndefined();
  });

  it('is read from netstat where it listens by IPv6', () => {
    expect(parseNetstat('  TCP    [::]:8701    [::]:0    LISTENING    7\r\n', 8701)).toBe(7);
  });
});

it.each([
  ['netstat.exe', { SystemRoot: 'D:\\Windows' }, 'D:\\Windows\\System32\\netstat.exe'],
  ['cmd.exe', {}, 'C:\\Windows\\System32\\cmd.exe'],
  ['cmd.exe', { SystemRoot: '.' }, 'C:\\Windows\\System32\\cmd.exe'],
])('is in the system’s own folder: %s with %j', (name, env, path) => {
  expect(systemProgram(name, env)).toBe(path);
});

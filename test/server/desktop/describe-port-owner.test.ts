import { describe, expect, it } from 'vitest';
import {
  parseLsof,
  parseNetstat,
  parseSs,
  parseTasklist,
} from '../../../src-server/desktop/describe-port-owner.ts';

describe('the owner of a port', () => {
  it('is read from ss', () => {
    const line =
      'LISTEN 0 511 127.0.0.1:8701 0.0.0.0:* users:(("node",pid=48213,fd=18),("node",pid=48214,fd=18))';
    expect(parseSs(line)).toBe('node, process 48213');
    expect(parseSs('LISTEN 0 511 127.0.0.1:8701 0.0.0.0:*')).toBeUndefined();
    expect(parseSs('')).toBeUndefined();
  });

  it('is read from lsof', () => {
    expect(parseLsof('p48213\ncnode\nf18\n')).toBe('node, process 48213');
    expect(parseLsof('')).toBeUndefined();
  });

  it('is read from netstat, in any language, and only for this port', () => {
    const table = [
      '  Proto  Lokale Adresse         Remoteadresse          Status           PID',
      '  TCP    127.0.0.1:87010        0.0.0.0:0              ABHÖREN         1',
      '  TCP    127.0.0.1:8701         127.0.0.1:50000        HERGESTELLT     2',
      '  TCP    127.0.0.1:8701         0.0.0.0:0              ABHÖREN         48213',
    ].join('\r\n');
    expect(parseNetstat(table, 8701)).toBe('48213');
    expect(parseNetstat('', 8701)).toBeUndefined();
  });

  it('is named from tasklist, or by its number alone', () => {
    expect(parseTasklist('"node.exe","48213","Console","1","74.000 K"\r\n', '48213')).toBe(
      'node.exe, process 48213',
    );
    expect(parseTasklist('INFO: No tasks', '48213')).toBe('process 48213');
  });
});

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLoggers } from '../../src-main/logging.ts';

let folder: string;
const read = (name: string) =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'logs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('keeps the app’s lines and the service’s apart, each with its time, level and details', () => {
  const { main, server } = createLoggers(folder, 'info', false);
  main.warn('of the app', { port: 8701 });
  server.info('of the service');
  expect(read('main.log')).toMatch(
    /^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\] \[warn\] +of the app \{"port":8701\}\n$/,
  );
  expect(read('server.log')).toContain('of the service');
});

it('writes what the level lets through, and follows when it changes', () => {
  const { main, setLevel } = createLoggers(folder, 'warn', false);
  main.info('one');
  expect(main.isDebug).toBe(false);
  setLevel('debug');
  main.debug('two');
  expect(main.isDebug).toBe(true);
  expect(read('main.log')).not.toContain('one');
  expect(read('main.log')).toContain('two');
});

it('begins a new file when one is full, and keeps the old one', () => {
  const { main } = createLoggers(folder, 'info', false);
  const line = 'x'.repeat(100_000);
  for (let written = 0; written < 25; written += 1) main.info(line);
  expect(statSync(join(folder, 'main.log')).size).toBeLessThan(2.2 * 1024 * 1024);
  expect(existsSync(join(folder, 'main.old.log'))).toBe(true);
});

it('lets no text drive whoever reads the log', () => {
  const { server } = createLoggers(folder, 'debug', false);
  server.debug('GET /\u001b[2J\n[2026-01-01] forged \u202e', { path: '/\u009b31m\u2028' });
  expect(read('server.log').trimEnd().split('\n')).toHaveLength(1);
  expect(read('server.log')).toContain(
    'GET /\\u{1b}[2J\\u{a}[2026-01-01] forged \\u{202e} {"path":"/\\u009b31m\\u2028"}',
  );
});

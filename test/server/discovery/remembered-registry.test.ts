import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  rememberedRegistry,
  rememberRegistry,
  rememberServed,
} from '../../../src-server/discovery/remembered-registry.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const unexpected = (error: unknown) => {
  throw error;
};
const served = (dataFolder: string, registry: string, app: 'tray' | 'cli') =>
  rememberServed(dataFolder, { app, registry }, unexpected);

it('remembers what the app serves at once', async () => {
  const folder = temporaryFolder();
  served(folder, '/app', 'tray');
  await vi.waitFor(async () => expect(await rememberedRegistry(folder)).toBe('/app'));
});

it('remembers what a command serves once it has run for a minute, not a trial before', async () => {
  const folder = temporaryFolder();
  await rememberRegistry(folder, '/chosen');
  const endTrial = served(folder, '/trial', 'cli');
  vi.advanceTimersByTime(59_000);
  endTrial();
  vi.advanceTimersByTime(60_000);
  served(folder, '/long', 'cli');
  vi.advanceTimersByTime(60_000);
  await vi.waitFor(async () => expect(await rememberedRegistry(folder)).toBe('/long'));
});

it.each([
  ['no JSON', '{'],
  ['another format', '{"schema": 2, "registry": "/a"}'],
  ['a relative path', '{"schema": 1, "registry": "a"}'],
  ['null', 'null'],
])('remembers nothing where its file is %s', async (_, text) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'remembered-registry.json'), text);
  expect(await rememberedRegistry(folder)).toBeUndefined();
});

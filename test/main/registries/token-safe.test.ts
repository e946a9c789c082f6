import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Refusal } from '../../../src-main/refusal.ts';
import { createTokenSafe } from '../../../src-main/registries/token-safe.ts';
import { silentLogger } from '../../../src-server/contract/service/logger.ts';

const ORIGIN = 'https://git.example.com';

/** A safe of a system whose store turns texts around. */
function setUp({ backend = 'gnome_libsecret', isAvailable = true, platform = 'linux' } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'skills-tokens-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'tokens.json');
  const logged: unknown[] = [];
  const store = { decrypted: 0 };
  const turned = (text: string) => [...text].reverse().join('');
  const open = () =>
    createTokenSafe({
      ...{ file, platform: platform as NodeJS.Platform },
      logger: { ...silentLogger, warn: (...said) => void logged.push(said) },
      safeStorage: {
        isAsyncEncryptionAvailable: async () => isAvailable,
        getSelectedStorageBackend: () => backend as 'basic_text',
        encryptStringAsync: async (text) => Buffer.from(turned(text)),
        async decryptStringAsync(encrypted) {
          store.decrypted += 1;
          if (encrypted.length === 0) throw new Error('no key');
          return { result: turned(encrypted.toString()), shouldReEncrypt: false };
        },
      },
    });
  return { open, file, logged, store };
}

it('keeps a token encrypted, readable by this user alone, until it is forgotten', async () => {
  const { open, file } = setUp();
  await open().save(ORIGIN, 's3cret');
  expect(readFileSync(file, 'utf8')).not.toContain('s3cret');
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  const again = open();
  expect(again.origins()).toEqual([ORIGIN]);
  expect(await again.tokens()).toEqual({ [ORIGIN]: 's3cret' });
  await again.forget(ORIGIN);
  expect(await open().tokens()).toEqual({});
});

it('refuses to save where only a fixed password would encrypt, or nothing', async () => {
  for (const system of [{ backend: 'basic_text' }, { isAvailable: false }]) {
    const { open } = setUp(system);
    const safe = open();
    await expect(safe.save(ORIGIN, 's3cret')).rejects.toThrow(Refusal);
    expect(safe.origins()).toEqual([]);
  }
  const mac = setUp({ backend: 'basic_text', platform: 'darwin' }).open();
  await mac.save(ORIGIN, 's3cret');
  expect(mac.origins()).toEqual([ORIGIN]);
});

it('asks the store for nothing before there is a token', async () => {
  const { open, store } = setUp();
  expect(await open().tokens()).toEqual({});
  expect(store.decrypted).toBe(0);
});

it('goes on without a token that can’t be decrypted, and without a file that is damaged', async () => {
  const { open, file, logged } = setUp();
  writeFileSync(file, JSON.stringify({ [ORIGIN]: '', 'not an origin': 'x', 'https://a.example': 7 }));
  expect(open().origins()).toEqual([ORIGIN]);
  expect(await open().tokens()).toEqual({});
  writeFileSync(file, '{');
  expect(open().origins()).toEqual([]);
  expect(logged).toHaveLength(2);
});

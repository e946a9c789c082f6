/** Of Git hosts, encrypted by the system's secret store. */
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { SafeStorage } from 'electron';
import type { Logger } from '../../src-server/contract/service/logger.ts';
import { writeInside } from '../../src-server/platform/write-file.ts';
import { Refusal } from '../refusal.ts';

export interface TokenSafe {
  origins(): readonly string[];
  /** By origin; omits undecryptable tokens. */
  tokens(): Promise<Readonly<Record<string, string>>>;
  /** Rejects with `Refusal` without a safe store. */
  save(origin: string, token: string): Promise<void>;
  forget(origin: string): Promise<void>;
}

export interface TokenSafeOptions {
  readonly file: string;
  readonly safeStorage: Pick<
    SafeStorage,
    'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
  >;
  readonly platform: NodeJS.Platform;
  readonly logger: Logger;
}

/** Reads the file once. Decrypts only stored tokens: systems may ask the user. */
export function createTokenSafe({ file, safeStorage, platform, logger }: TokenSafeOptions): TokenSafe {
  let held = readHeld(file, logger);

  async function keep(next: Readonly<Record<string, string>>): Promise<void> {
    const text = `${JSON.stringify(next, undefined, 2)}\n`;
    await writeInside(dirname(file), basename(file), text, { mode: 0o600 });
    held = next;
  }

  async function isSafe(): Promise<boolean> {
    if (!(await safeStorage.isAsyncEncryptionAvailable())) return false;
    // Without a secret store Linux encrypts with a fixed, well-known password.
    return platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
  }

  async function decrypt(origin: string, encrypted: string): Promise<readonly [string, string] | undefined> {
    try {
      const { result } = await safeStorage.decryptStringAsync(Buffer.from(encrypted, 'base64'));
      return [origin, result];
    } catch {
      logger.warn('A token could not be decrypted; store it again.', { origin });
      return undefined;
    }
  }

  return {
    origins: () => Object.keys(held),
    async tokens() {
      const found = await Promise.all(Object.entries(held).map(([origin, text]) => decrypt(origin, text)));
      return Object.fromEntries(found.filter((one) => one !== undefined));
    },
    async save(origin, token) {
      if (!(await isSafe()))
        throw new Refusal(
          'This system has no secret store, so the token was not stored. Set the variable instead, or use git’s credential helper.',
        );
      const encrypted = await safeStorage.encryptStringAsync(token);
      await keep({ ...held, [origin]: encrypted.toString('base64') });
    },
    forget: (origin) => keep(Object.fromEntries(Object.entries(held).filter(([known]) => known !== origin))),
  };
}

function readHeld(file: string, logger: Logger): Readonly<Record<string, string>> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).filter(
        ([origin, text]) => /^https?:\/\/[^/\s@]+$/.test(origin) && typeof text === 'string',
      ),
    );
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT')
      logger.warn('The stored tokens could not be read.', { file });
    return {};
  }
}

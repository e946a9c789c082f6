import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MAX_UPDATE_KEYS } from '../../src-server/contract/words/changed-count.ts';
import * as fetching from '../../src-server/registries/fetch-copy.ts';
import { MAX_SITE_MANIFEST_BYTES } from '../../src-server/registries/site-origin.ts';

it('docs/registries.md says of each limit what the code says', () => {
  const rows = [
    ...readFileSync('docs/registries.md', 'utf8').matchAll(/^\| [^|]+ \| ([^|]+) \| `([A-Z_]+)` \|$/gm),
  ];
  const said = Object.fromEntries(rows.map(([, limit, name]) => [name, limit]));
  const {
    SILENCE_MS,
    MAX_FETCH_MS,
    MAX_RECEIVED_BYTES,
    MAX_UNPACKED_BYTES,
    MAX_COPIED_FILE_BYTES,
    MAX_COPIED_FILES,
  } = fetching;
  const mebibytes = (bytes: number) => `${bytes / (1024 * 1024)} MiB`;
  expect(said).toEqual({
    SILENCE_MS: `${SILENCE_MS / 1_000} s`,
    MAX_FETCH_MS: `${MAX_FETCH_MS / 3_600_000} h`,
    MAX_RECEIVED_BYTES: mebibytes(MAX_RECEIVED_BYTES),
    MAX_UNPACKED_BYTES: mebibytes(MAX_UNPACKED_BYTES),
    MAX_COPIED_FILE_BYTES: mebibytes(MAX_COPIED_FILE_BYTES),
    MAX_COPIED_FILES: MAX_COPIED_FILES.toLocaleString('en'),
    MAX_UPDATE_KEYS: MAX_UPDATE_KEYS.toLocaleString('en'),
    MAX_SITE_MANIFEST_BYTES: mebibytes(MAX_SITE_MANIFEST_BYTES),
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHANGES } from './changed-search.mjs';

const FOLDER = join(import.meta.dirname, '../../src-server/search');
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });

describe('what the benches of find change in its sources', () => {
  it.each(Object.entries(CHANGES))('is there, once: %s', (_name, [file, text, other]) => {
    const found = files.filter((path) => basename(path) === file);
    expect(found).toHaveLength(1);
    expect(readFileSync(join(FOLDER, found[0] ?? ''), 'utf8').split(text)).toHaveLength(2);
    expect(other).not.toBe(text);
  });
});

import { describe, expect, it } from 'vitest';
import { readOrigins, readPort } from '../../../../src-renderer/views/settings/read-fields.ts';

describe('what is typed into settings', () => {
  it('is a port from 1 to 65535', () => {
    expect(['1', ' 8701 ', '65535'].map(readPort)).toEqual([1, 8701, 65535]);
    for (const text of ['', '0', '65536', '-1', '80.5', '8e3', 'http', '99999'])
      expect(readPort(text), text).toBeUndefined();
  });

  it('is one origin in each line', () => {
    expect(readOrigins('https://a.example\n\n app://x \nhttps://a.example')).toEqual([
      'https://a.example',
      'app://x',
    ]);
    expect(readOrigins('')).toEqual([]);
    for (const text of ['https://a.example/path', 'a.example', 'https://'])
      expect(readOrigins(text), text).toBeUndefined();
  });
});

// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readStored, store } from '../../src-renderer/stored.ts';

afterEach(() => vi.restoreAllMocks());

describe('what the browser keeps for us', () => {
  it('is there again', () => {
    store('budget', '4000');
    expect(readStored('budget')).toBe('4000');
    expect(readStored('never')).toBeUndefined();
  });

  it('is nothing where the browser keeps nothing, and no failure', () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    expect(() => store('budget', '4000')).not.toThrow();
    expect(readStored('budget')).toBeUndefined();
  });
});

// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { copyText } from '../../../src-renderer/components/copy.tsx';

afterEach(() => vi.unstubAllGlobals());

it.each([true, false])(
  'copies by selection if the clipboard refuses, and says whether that worked',
  async (works) => {
    const writeText = vi.fn(() => Promise.reject(new Error('denied')));
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    const selected: string[] = [];
    document.execCommand = (command) => {
      selected.push(`${command} ${document.querySelector('textarea')?.value}`);
      return works;
    };
    const before = document.body.appendChild(document.createElement('button'));
    before.focus();
    expect(await copyText('a text')).toBe(works);
    expect(writeText).toHaveBeenCalledWith('a text');
    expect(selected).toEqual(['copy a text']);
    expect(document.querySelector('textarea')).toBeNull();
  },
);

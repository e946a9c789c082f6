import { describe, expect, it, vi } from 'vitest';
import { contextMenu } from '../../../src-main/window/context-menu.ts';

describe('a right click', () => {
  it.each([
    ['nothing on plain ground', { isEditable: false, selectionText: '', linkURL: '' }, []],
    ['to copy on a selection', { isEditable: false, selectionText: 'a', linkURL: '' }, ['copy', 'selectAll']],
    [
      'to edit in a field',
      { isEditable: true, selectionText: '', linkURL: '' },
      ['undo', 'cut', 'copy', 'paste', 'selectAll'],
    ],
    [
      'to open on an outside link',
      { isEditable: false, selectionText: '', linkURL: 'https://a.example/b' },
      ['Open link in the browser'],
    ],
    [
      'nothing on a link that may run something',
      { isEditable: false, selectionText: '', linkURL: 'file:///bin/sh' },
      [],
    ],
  ])('offers %s', (_, place, names) => {
    expect(contextMenu(place, () => {}).map(({ role, label }) => role ?? label)).toEqual(names);
  });

  it('opens the link in the browser', () => {
    const open = vi.fn();
    const [item] = contextMenu(
      { isEditable: false, selectionText: '', linkURL: 'https://a.example/b' },
      open,
    );
    const click = item?.click as (() => void) | undefined;
    click?.();
    expect(open).toHaveBeenCalledWith('https://a.example/b');
  });
});

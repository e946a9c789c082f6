import { describe, expect, it, vi } from 'vitest';
import { onlyChosenProjects } from '../../../src-main/connect/chosen-projects.ts';
import { Refusal } from '../../../src-main/refusal.ts';

function setUp() {
  const pointers = {
    preview: vi.fn(async () => ({ ok: false as const, reason: 'asked' })),
    write: vi.fn(async () => ({ ok: true, message: 'written' })),
  };
  return { pointers, chosen: onlyChosenProjects(pointers) };
}

const PROJECT = { scope: 'project', folder: '/home/me/shop' } as const;

describe('a project', () => {
  it('that nobody chose in the dialog is neither looked at nor written', async () => {
    const { pointers, chosen } = setUp();
    chosen.allow('/home/me');
    await expect(chosen.preview(PROJECT, 'add')).rejects.toThrow(Refusal);
    await expect(chosen.write(PROJECT, 'add', '0')).rejects.toThrow(Refusal);
    expect(pointers.preview).not.toHaveBeenCalled();
    expect(pointers.write).not.toHaveBeenCalled();
  });

  it('that was chosen is', async () => {
    const { chosen } = setUp();
    chosen.allow(PROJECT.folder);
    expect(await chosen.preview(PROJECT, 'add')).toEqual({ ok: false, reason: 'asked' });
    expect(await chosen.write(PROJECT, 'add', '0')).toEqual({ ok: true, message: 'written' });
  });
});

describe('a client’s own file', () => {
  it('needs no choice, since the page can’t name it', async () => {
    const { chosen } = setUp();
    expect(await chosen.write({ scope: 'user', client: 'codex' }, 'add', '0')).toMatchObject({ ok: true });
  });
});

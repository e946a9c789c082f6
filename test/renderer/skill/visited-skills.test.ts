// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';

const load = () => import('../../../src-renderer/skill/visited-skills.ts');
const key = (name: string) => `rust/someone/${name}`;

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

describe('skills that were opened', () => {
  it('are remembered once each, the last one first, after a reload too', async () => {
    const { visitSkill } = await load();
    for (const name of ['a', 'b', 'a']) visitSkill(key(name));
    vi.resetModules();
    expect((await load()).recentSkills.get()).toEqual([key('a'), key('b')]);
  });

  it('are twelve at most', async () => {
    const { visitSkill, recentSkills } = await load();
    for (let at = 0; at < 20; at += 1) visitSkill(key(String(at)));
    expect(recentSkills.get()).toHaveLength(12);
    expect(recentSkills.get()[0]).toBe(key('19'));
  });

  it.each(['no JSON', '{}', '[1, "x", "../../.."]'])(
    'are none where the storage holds %s',
    async (stored) => {
      localStorage.setItem('skills-registry-recent-skills', stored);
      expect((await load()).recentSkills.get()).toEqual([]);
    },
  );
});

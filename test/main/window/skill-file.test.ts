import { expect, it } from 'vitest';
import { findSkillFile, isTextFile } from '../../../src-main/window/skill-file.ts';

const KEY = 'rust/tokio-rs/tokio';
const lookAmong =
  (...there: readonly string[]) =>
  async (path: string) =>
    there.includes(path) ? `/registry/${path}` : undefined;

it('finds a skill’s file in each layout of a registry', async () => {
  for (const path of [`skills/${KEY}/safety.md`, `${KEY}/safety.md`, `.skills/${KEY}/safety.md`])
    expect(await findSkillFile(lookAmong(path), '/registry', KEY, 'safety.md')).toBe(`/registry/${path}`);
});

it('finds it at the root of a registry that is one skill, and nowhere else', async () => {
  expect(await findSkillFile(lookAmong('skill.json', 'safety.md'), '/registry', KEY, 'safety.md')).toBe(
    '/registry/safety.md',
  );
  expect(await findSkillFile(lookAmong('safety.md'), '/registry', KEY, 'safety.md')).toBeUndefined();
});

it('takes texts alone for what may be opened', () => {
  for (const path of ['/a/safety.md', '/a/skill.JSON']) expect(isTextFile(path), path).toBe(true);
  for (const path of ['/a/examples/basic.py', '/a/run.desktop', '/a/x.md.exe', '/a/README'])
    expect(isTextFile(path), path).toBe(false);
});

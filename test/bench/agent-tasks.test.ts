import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unless, without } from '../support/unless.ts';
import { advisedCall, firstKey, judgeTask } from './judge-agent-task.mjs';

interface Task {
  readonly id: string;
  readonly registry: 'sample' | 'real';
  readonly tool: string;
  readonly ask: string;
  readonly skill?: string;
  readonly text?: string;
}

const REAL = join(import.meta.dirname, '../../../shared/real-registry');
const SAMPLE = join(import.meta.dirname, '../../assets/sample-registry');
const { tasks } = JSON.parse(readFileSync(join(import.meta.dirname, 'agent-tasks.json'), 'utf8')) as {
  tasks: readonly Task[];
};

/** All texts of a skill; some skills lie in a folder that isn't named as their key. */
function textsOf(registry: string, key: string): string {
  const name = key.split('/')[2] ?? '';
  const folder = [key, `${key.split('/')[0]}/${name}`]
    .map((path) => join(registry, 'skills', path))
    .find((path) => existsSync(join(path, 'pitfalls.md')));
  if (folder === undefined) return '';
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
  return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
}

const unwritten = (registry: string, some: readonly Task[]) =>
  some.filter(({ skill, text }) => skill !== undefined && !textsOf(registry, skill).includes(text ?? ''));

describe("the agent's tasks", () => {
  it('are 60, each with an id of its own', () => {
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(60);
  });

  it('name texts that the sample has', () => {
    expect(
      unwritten(
        SAMPLE,
        tasks.filter(({ registry }) => registry === 'sample'),
      ),
    ).toEqual([]);
  });

  it('name texts that the real registry has', unless(without(REAL)), () => {
    expect(
      unwritten(
        REAL,
        tasks.filter(({ registry }) => registry === 'real'),
      ),
    ).toEqual([]);
  });

  it('are gone on with by the call that an answer advises', () => {
    const section =
      'strong: a/b/c\n\nRead on with get_section, path a/b/c, section pitfalls.md, or get_skill for all of it.';
    expect(advisedCall(section)).toEqual({
      name: 'get_section',
      arguments: { path: 'a/b/c', section: 'pitfalls.md' },
    });
    expect(advisedCall('Read on with get_skill, path a/b/c.')).toMatchObject({
      arguments: { path: 'a/b/c' },
    });
    expect(advisedCall('This registry probably has no skill for this.')).toBeUndefined();
  });

  it('take the key that an answer names first, and of two at one place the longer', () => {
    expect(firstKey('strong: go/x/pgxpool, weak: go/x/pg', ['go/x/pg', 'go/x/pgxpool'])).toBe('go/x/pgxpool');
    expect(firstKey('nothing', ['go/x/pg'])).toBeUndefined();
  });

  it.each([
    ['an absent library that reads weak', {}, 'weak', true, true],
    ['an absent library that reads partial', {}, 'partial', true, false],
    ['an absent library that reads strong', {}, 'strong', false, false],
    ['the right skill', { skill: 'a/b/c' }, 'partial', true, true],
    ['the right skill that reads weak', { skill: 'a/b/c' }, 'weak', true, false],
    [
      'the right skill in a wrong language that reads strong',
      { skill: 'a/b/c', wrongLanguage: true },
      'strong',
      true,
      false,
    ],
  ])('judge %s', (_, task, strength, isRight, isHonest) => {
    const answer = { first: 'a/b/c', strength, isError: false, read: '' };
    expect(judgeTask({ tool: 'find_skills', ...task }, answer)).toEqual({ isRight, isHonest });
  });
});

/** The record of a task's two programs, pair.json: what they printed, and whether it still shows the programs of the task. */

import { promises as fs } from 'node:fs';
import { basename, join } from 'node:path';
import { ownMember } from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';
import { PAIR_FILE, type TaskPair } from '../contract/task-pair.ts';
import { readPlain, readPlainText } from '../platform/plain-file.ts';
import { sayVersion, type Task, type Tested } from './eval-tasks.ts';

/** What a record shows of the task itself, without its runs. */
type Shown = Pick<TaskPair, 'skill' | 'version' | 'question' | 'entry' | 'file'> & {
  readonly wrong: string;
  readonly solution: string;
};

/** Reads what a pair of the task would show now; a sentence where the task has none to show. */
async function shownNow(task: Task, version: string): Promise<Shown | string> {
  const { skill, kind, instruction, needs, folder } = task;
  const [entry] = needs;
  if (kind === 'control') return 'A control has no pair: it has no wrong program.';
  if (entry === undefined) return 'The task names no heading in metadata.needs.';
  const [wrong, solution] = await Promise.all(
    ['wrong', 'solution'].map((part) => onlyFile(join(folder, part))),
  );
  if (wrong === undefined || wrong.path !== solution?.path)
    return 'A pair shows one file: wrong/ and solution/ must each hold it alone.';
  return {
    skill,
    version,
    question: instruction.replace(/\s+/g, ' '),
    entry,
    file: basename(wrong.path),
    wrong: wrong.text,
    solution: solution.text,
  };
}

/** Returns the only file of a folder; undefined if there are others. */
async function onlyFile(
  folder: string,
): Promise<{ readonly path: string; readonly text: string } | undefined> {
  const items = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  const [file, ...others] = items.filter((item) => !item.isDirectory());
  if (file === undefined || others.length > 0) return undefined;
  const path = join(file.parentPath, file.name);
  return {
    path: path.slice(folder.length),
    text: (await readPlain(path, LIMITS.taskBytes)).toString('utf8'),
  };
}

/**
 * Says why the record of a task must not be shown; undefined if it shows the task as it is, or if there is none.
 *
 * @param version the release that the skill is about
 */
export async function faultOfPair(task: Task, version: string): Promise<string | undefined> {
  const text = await readPlainText(join(task.folder, PAIR_FILE), LIMITS.taskBytes);
  if (text === undefined) return undefined;
  if (!task.hasPair) return `${PAIR_FILE} is there, and task.toml doesn’t say pair = true.`;
  const now = await shownNow(task, version);
  if (typeof now === 'string') return now;
  let stated: unknown;
  try {
    stated = JSON.parse(text);
  } catch {
    return `${PAIR_FILE} is no JSON.`;
  }
  const stale = Object.entries(now).filter(([name, value]) => {
    const member = ownMember(stated, name);
    return (name === 'wrong' || name === 'solution' ? ownMember(member, 'text') : member) !== value;
  });
  if (stale.length === 0) return undefined;
  const names = stale.map(([name]) => name).join(', ');
  return `${PAIR_FILE} shows another ${names} than the task has: run eval check --record.`;
}

/**
 * Writes beside the task what both runs printed.
 *
 * @param version the release that the skill is about
 * @returns a sentence on what kept it from being written
 */
export async function recordPair(
  task: Task,
  version: string,
  runs: Readonly<Partial<Record<'wrong' | 'solution', Tested>>>,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const now = await shownNow(task, version);
  if (typeof now === 'string') return now;
  const run = (name: 'wrong' | 'solution') => ({ text: now[name], checks: runs[name]?.checks ?? [] });
  const { skill, question, entry, file } = now;
  const ran = await sayVersion(task, env);
  const pair: TaskPair = {
    skill,
    version,
    question,
    entry,
    file,
    ran,
    wrong: run('wrong'),
    solution: run('solution'),
  };
  await fs.writeFile(join(task.folder, PAIR_FILE), `${JSON.stringify(pair, undefined, 2)}\n`);
  return undefined;
}

/** Gives tasks to a command-line agent, with the registry and without it, and compares what became of them. */

import { basename } from 'node:path';
import { type Connector, createConnector } from '../connect/connector.ts';
import { type Machine, thisMachine } from '../connect/machine.ts';
import { previewPointer, writePointer } from '../connect/pointers.ts';
import { type ActivityEvent, INTRODUCTIONS, ownMember, type SkillKey } from '../contract/api.ts';
import {
  type ConnectRequest,
  findClient,
  MCP_CLIENT_IDS,
  MCP_CLIENTS,
  type McpClientId,
} from '../contract/clients/clients.ts';
import type { Check } from '../contract/task-pair.ts';
import { countWords, groupBy } from '../contract/words.ts';
import { isRight, openStage, runBounded, runTests, type Task } from './eval-tasks.ts';

/** How the agent gets to know the registry in the runs with it. `none`: not at all, which shows what chance does. */
export const VIAS = ['mcp', 'hook', 'pointer', 'none'] as const;
/** Clients that read hooks in the settings of a project, too, at the path that they have below the home folder. */
const HOOKED_BY_PROJECT: readonly McpClientId[] = ['claude-code', 'gemini-cli', 'qwen-code'];

/** Prepares a project folder for the agent. Rejects with a sentence if the client can't be set up by a project. */
export type Prepare = (project: string) => Promise<void>;

/** The client whose settings a command reads, by its first word: `claude -p` is Claude Code. */
export function clientOfCommand(command: string): McpClientId | undefined {
  const word = basename(command.trim().split(/\s+/)[0] ?? '');
  return findClient(word) ?? MCP_CLIENT_IDS.find((id) => MCP_CLIENTS[id].commands.includes(word));
}

/** Makes what writes the settings of `connect --scope project`, with the address of the service of these runs. */
export function preparation(
  id: McpClientId,
  via: (typeof VIAS)[number],
  mcpUrl: string,
  env: NodeJS.ProcessEnv,
) {
  const machine = thisMachine(env);
  const stdio = { why: 'The service of the runs is asked over HTTP.' };
  const connectorOf = (where: Machine) =>
    createConnector({ machine: where, target: () => ({ mcpUrl, stdio, prefers: 'address' }) });
  const connector = connectorOf(machine);
  const write = async ({ preview, write: change }: Connector, request: ConnectRequest) => {
    const planned = await preview(id, request);
    const written = planned.ok ? await change(id, planned.token, request) : undefined;
    if (written?.ok !== true) throw new Error(planned.ok ? written?.message : planned.reason);
  };
  const prepare: Prepare = async (project) => {
    if (via === 'none') return;
    await write(connector, { project, way: 'address' });
    if (via === 'hook') {
      if (!HOOKED_BY_PROJECT.includes(id)) throw new Error(`Hooks of ${id} stand in no project’s settings.`);
      await write(connectorOf({ ...machine, home: project, env: {} }), { hook: true });
    }
    if (via === 'pointer') {
      const pointer = await previewPointer(machine, { client: id, project });
      if (!pointer.ok) throw new Error(pointer.reason);
      await writePointer(machine, { client: id, project }, pointer.token);
    }
  };
  /** The words of `connect` that undo what the user's own settings do in runs without the registry as well. */
  const ownSettings = async (): Promise<readonly string[] | undefined> => {
    const { connection, hook } = await connector.state(id);
    const isUsed = (state: string | undefined) =>
      state === 'connected' || state === 'broken' || state === 'outdated';
    if (isUsed(connection.state)) return ['connect', id, '--remove'];
    return isUsed(hook?.state) ? ['connect', id, '--hook', '--remove'] : undefined;
  };
  return { prepare, ownSettings };
}

const INTRODUCED: readonly string[] = Object.values(INTRODUCTIONS);

/** What came of one run of an agent on a task. */
export interface AgentRun {
  readonly task: Task;
  readonly number: number;
  readonly isWith: boolean;
  readonly checks: readonly Check[];
  readonly isRight: boolean;
  readonly seconds: number;
  /** Tokens as the agent's output tells them; undefined where it doesn't. */
  readonly tokens: number | undefined;
  /** Calls of our tools, and how often something was told unasked. */
  readonly asked: number;
  readonly told: number;
  /** Why the agent was ended, or why the tests judged nothing. */
  readonly notes: readonly string[];
}

interface AgentRuns {
  readonly tasks: readonly Task[];
  readonly command: string;
  readonly runs: number;
  readonly prepare: Prepare;
  /** What the service was asked since the last call. */
  readonly takeEvents: () => readonly ActivityEvent[];
  readonly env: NodeJS.ProcessEnv;
  readonly onRun: (run: AgentRun) => void;
}

/** Runs every task so often with and without, in turn; which of the two is first changes with each run and task. */
export async function runAgents({ tasks, runs, onRun, ...how }: AgentRuns): Promise<readonly AgentRun[]> {
  const done: AgentRun[] = [];
  for (let number = 1; number <= runs; number += 1)
    for (const [at, task] of tasks.entries())
      for (const turn of [0, 1]) {
        const run = await runAgent(task, number, (number + at + turn) % 2 === 0, how);
        done.push(run);
        onRun(run);
      }
  return done;
}

/** The agent gets a fresh folder and the instruction; the tests come when it has ended. */
async function runAgent(
  task: Task,
  number: number,
  isWith: boolean,
  { command, prepare, takeEvents, env }: Omit<AgentRuns, 'tasks' | 'runs' | 'onRun'>,
): Promise<AgentRun> {
  const stage = await openStage(task, ['environment']);
  try {
    if (isWith) await prepare(stage.work);
    takeEvents();
    const start = performance.now();
    const maxMs = task.agentSeconds * 1_000;
    const agent = await runBounded(command, { cwd: stage.work, env, maxMs, input: `${task.instruction}\n` });
    if (agent.code === 127) throw new Error(`The shell finds no such command: ${command}`);
    const seconds = (performance.now() - start) / 1_000;
    const events = takeEvents();
    const tested = await runTests(task, stage, env);
    return {
      task,
      number,
      isWith,
      checks: tested.checks,
      isRight: isRight(tested),
      seconds,
      tokens: tokensIn(agent.out),
      asked: events.filter(({ protocol, route }) => protocol === 'mcp' && !INTRODUCED.includes(route)).length,
      told: events.filter(({ told }) => told !== undefined).length,
      notes: [
        ...(agent.why === undefined ? [] : [`the agent ${agent.why}`]),
        ...(agent.why === undefined && agent.code !== 0 ? [`the agent exited with ${agent.code}`] : []),
        ...(tested.why === undefined ? [] : [tested.why]),
      ],
    };
  } finally {
    await stage.remove();
  }
}

/** Reads usage from lines of JSON: of the final `result` of Claude Code, else of all turns of Codex. */
function tokensIn(out: string): number | undefined {
  const usages = out.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return [];
    try {
      const event: unknown = JSON.parse(line);
      const [type, usage] = [ownMember(event, 'type'), ownMember(event, 'usage')];
      const counts = [
        'input_tokens',
        'output_tokens',
        'cache_creation_input_tokens',
        'cache_read_input_tokens',
      ];
      const all = counts.map((name) => ownMember(usage, name)).filter((count) => typeof count === 'number');
      return all.length === 0 ? [] : [{ type, sum: all.reduce((sum, count) => sum + count, 0) }];
    } catch {
      return [];
    }
  });
  if (usages.length === 0) return undefined;
  const result = usages.findLast(({ type }) => type === 'result');
  return result?.sum ?? usages.reduce((sum, usage) => sum + usage.sum, 0);
}

/** The probability that chance alone gives at least so many right ones to the first group (Fisher, one-sided). */
export function fisherP(
  rightWith: number,
  runsWith: number,
  rightWithout: number,
  runsWithout: number,
): number {
  const logs = [0];
  for (let number = 1; number <= runsWith + runsWithout; number += 1)
    logs.push((logs[number - 1] ?? 0) + Math.log(number));
  const choose = (all: number, some: number) =>
    (logs[all] ?? 0) - (logs[some] ?? 0) - (logs[all - some] ?? 0);
  const right = rightWith + rightWithout;
  let p = 0;
  for (let count = rightWith; count <= Math.min(right, runsWith); count += 1)
    if (right - count <= runsWithout)
      p += Math.exp(
        choose(runsWith, count) + choose(runsWithout, right - count) - choose(runsWith + runsWithout, right),
      );
  return Math.min(1, p);
}

interface Compared {
  readonly command: string;
  readonly via: string;
  readonly registry: string;
  readonly runs: number;
}

/** Says in twelve lines what differs between the runs with and without, and what doesn't. */
export function compareRuns(done: readonly AgentRun[], { command, via, runs }: Compared): readonly string[] {
  const [preventing, controls] = [
    done.filter(({ task }) => task.kind === 'prevents'),
    done.filter(({ task }) => task.kind === 'control'),
  ];
  const halves = (all: readonly AgentRun[]): readonly [readonly AgentRun[], readonly AgentRun[]] => [
    all.filter(({ isWith }) => isWith),
    all.filter(({ isWith }) => !isWith),
  ];
  const [yes, no] = halves(preventing);
  const right = (all: readonly AgentRun[]) => all.filter((run) => run.isRight).length;
  const of = (part: number, all: readonly unknown[]) => `${part} of ${all.length}`;
  const works = (all: readonly AgentRun[]) => all.filter(({ checks }) => checks[0]?.passed === true);
  const both = (tell: (all: readonly AgentRun[]) => string, all: readonly AgentRun[] = preventing) =>
    `with ${tell(halves(all)[0])}, without ${tell(halves(all)[1])}`;
  const median = (values: readonly (number | undefined)[]) =>
    middleOf(values.filter((value) => value !== undefined));
  const tasks = [...groupBy(done, ({ task }) => `${task.skill} ${task.name}`)];
  const named = (isIt: (difference: number) => boolean) => {
    const found = tasks.filter(([, all]) => {
      const [first, second] = halves(all);
      return isIt(right(first) - right(second));
    });
    return found.length === 0 ? 'none' : found.map(([name]) => name).join(', ');
  };
  const p = fisherP(right(yes), yes.length, right(no), no.length);
  const [asking] = halves(done);
  const strays = done.filter(({ isWith, asked, told }) => !isWith && asked + told > 0).length;
  return [
    `${command}: ${countWords(tasks.length, 'task')}, each ${countWords(runs, 'time')} with the registry (${via}) and without, in turn.`,
    `Right: ${both((all) => of(right(all), all))}.`,
    `One-sided Fisher p: ${p < 0.0001 ? 'under 0.0001' : p.toFixed(4)}.${p > 0.05 ? ' Chance alone may have done this.' : ''}`,
    `Works in the usual case: ${both((all) => of(works(all).length, all))}.`,
    `Without a danger, of those that work: ${both((all) => of(right(works(all)), works(all)))}.`,
    `Controls right: ${controls.length === 0 ? 'there are none' : both((all) => of(right(all), all), controls)}.`,
    `Seconds, median: ${both((all) => (median(all.map(({ seconds }) => seconds)) ?? 0).toFixed(1), done)}.`,
    `Tokens, median: ${both((all) => String(median(all.map(({ tokens }) => tokens)) ?? 'not told by the agent'), done)}.`,
    `The registry was asked in ${of(asking.filter(({ asked }) => asked > 0).length, asking)} runs with it, and told unasked in ${asking.filter(({ told }) => told > 0).length}.${strays > 0 ? ` ${countWords(strays, 'run')} without it asked it too: nothing can be said.` : ''}`,
    `Ended, failed or not judged: ${both((all) => of(all.filter(({ notes }) => notes.length > 0).length, all), done)}.`,
    `More often right with it: ${named((difference) => difference > 0)}. Less often: ${named((difference) => difference < 0)}.`,
    `No difference: ${named((difference) => difference === 0)}.`,
  ];
}

function middleOf(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Writes the runs in the form of `benchmark.json` of Anthropic's skill-creator, which its viewer shows. */
export function benchmarkOf(
  done: readonly AgentRun[],
  compared: Compared,
  skills: readonly SkillKey[],
): object {
  const ids = new Map([...new Set(done.map(({ task }) => task))].map((task, at) => [task, at + 1]));
  const rate = ({ checks }: AgentRun) =>
    checks.filter(({ passed }) => passed).length / Math.max(1, checks.length);
  const figures = {
    pass_rate: rate,
    time_seconds: (run: AgentRun) => run.seconds,
    tokens: (run: AgentRun) => run.tokens ?? 0,
  };
  const summary = (isWith: boolean) => {
    const all = done.filter((run) => run.isWith === isWith);
    return Object.fromEntries(
      Object.entries(figures).map(([name, figure]) => [name, spreadOf(all.map(figure))]),
    );
  };
  const [yes, no] = [summary(true), summary(false)];
  const delta = Object.fromEntries(
    Object.keys(figures).map((name) => {
      const difference = (yes[name]?.mean ?? 0) - (no[name]?.mean ?? 0);
      return [name, `${difference < 0 ? '' : '+'}${difference.toFixed(name === 'tokens' ? 0 : 2)}`];
    }),
  );
  return {
    metadata: {
      skill_name: skills.join(', '),
      skill_path: compared.registry,
      executor_model: compared.command,
      analyzer_model: 'none: tests judge',
      timestamp: new Date().toISOString(),
      evals_run: [...ids.values()],
      runs_per_configuration: compared.runs,
    },
    runs: done.map((run) => {
      const passed = run.checks.filter((check) => check.passed).length;
      return {
        eval_id: ids.get(run.task),
        eval_name: `${run.task.skill} ${run.task.name}`,
        configuration: run.isWith ? 'with_skill' : 'without_skill',
        run_number: run.number,
        result: {
          pass_rate: rate(run),
          passed,
          failed: run.checks.length - passed,
          total: run.checks.length,
          time_seconds: run.seconds,
          tokens: run.tokens ?? 0,
          tool_calls: run.asked,
          errors: run.notes.length,
        },
        expectations: run.checks.map(({ name, passed: isPassed, evidence }) => ({
          text: name,
          passed: isPassed,
          evidence,
        })),
        notes: run.notes,
      };
    }),
    run_summary: { with_skill: yes, without_skill: no, delta },
    notes: compareRuns(done, compared),
  };
}

function spreadOf(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const stddev = values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1));
  return { mean, stddev, min: Math.min(...values), max: Math.max(...values) };
}

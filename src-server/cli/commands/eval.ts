import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { ActivityEvent, SkillKey } from '../../contract/api.ts';
import { findClient, MCP_CLIENT_IDS } from '../../contract/clients/clients.ts';
import { printable, printableJson } from '../../contract/outside-text.ts';
import type { RegistryQueries } from '../../contract/queries.ts';
import { plainTitle, writtenFor } from '../../contract/skill-format.ts';
import type { Check } from '../../contract/task-pair.ts';
import { countWords } from '../../contract/words.ts';
import { findSkillsTool } from '../../mcp/tools/find.ts';
import { removeAtEnd } from '../../platform/files.ts';
import { readRegistry } from '../../registry/read-registry.ts';
import type { RegistryLocation } from '../../registry/worker-messages.ts';
import type { FileEntry } from '../../search/entries.ts';
import { fittedSkill } from '../../skill-answer/fitted-skill.ts';
import { bodyOf, entriesOf, sourceLine } from '../../skill-answer/skill-entries.ts';
import { openChosen } from '../choose-registry.ts';
import { CliError, type CliIo, cliLine, EXIT_CODES, examples, parseNumber } from '../cli-io.ts';
import {
  type AgentRun,
  benchmarkOf,
  clientOfCommand,
  compareRuns,
  preparation,
  runAgents,
  VIAS,
} from '../eval-agents.ts';
import { faultOfPair, recordPair } from '../eval-pairs.ts';
import {
  canRun,
  hasOwnNetwork,
  isRight,
  openStage,
  readTasks,
  runTests,
  type Task,
  type Tested,
} from '../eval-tasks.ts';
import { locateOrFail } from '../named-registry.ts';
import { defaultPath } from './validate.ts';

interface CheckOptions {
  readonly registry?: string;
  readonly reach: boolean;
  readonly record: boolean;
  readonly json: boolean;
}

export function registerEval(program: Command, io: CliIo): void {
  const command = program
    .command('eval')
    .description('check the tasks of skills, which show what each skill prevents, or give them to an agent');
  const REGISTRY = [
    '-r, --registry <folder>',
    'registry whose tasks are run; default, in this order: SKILLS_REGISTRY, registry at, above or right below the current folder',
  ] as const;
  command
    .command('check [skill]')
    .description(
      'run the solutions and the mistakes of all tasks, or of one skill, and see whether answers reach them',
    )
    .option(...REGISTRY)
    .option('--reach', 'run nothing: only see whether answers hold the needed entries', false)
    .addOption(
      new Option('--record', 'write what both programs printed beside the tasks that have a pair')
        .default(false)
        .conflicts('reach'),
    )
    .option('--json', 'print the report as JSON', false)
    .action((skill: string | undefined, options: CheckOptions) => check(skill, options, io));
  command
    .command('run [skill]')
    .description('give the tasks to a command-line agent, with the registry and without it, and compare')
    .requiredOption(
      '--agent <command>',
      'shell command that reads the instruction on standard input and works in its folder',
    )
    .option('--runs <number>', 'how often each task is run with and without', parseNumber(1, 100), 5)
    .addOption(
      new Option('--via <way>', 'how the agent gets to know the registry').choices(VIAS).default('mcp'),
    )
    .option('--client <id>', 'client whose settings are written; default: by the first word of the command')
    .option(...REGISTRY)
    .option('--out <file>', 'where the runs are written, as JSON', 'benchmark.json')
    .action((skill: string | undefined, options: RunOptions) => run(skill, options, io));
  examples(command, io, {
    'See whether the tasks of a registry hold': ['eval', 'check', '-r', 'my-registry'],
  });
}

interface RunOptions {
  readonly agent: string;
  readonly runs: number;
  readonly via: (typeof VIAS)[number];
  readonly client?: string;
  readonly registry?: string;
  readonly out: string;
}

/** How an answer holds a needed entry: with its text, by its title, or not at all. */
type Held = 'text' | 'title' | 'missing';

interface Reach {
  /** Whether `find_skills` puts the skill first, names it among others, or not at all. */
  readonly found: 'first' | 'named' | 'missing';
  readonly entries: readonly { readonly heading: string; readonly held: Held }[];
}

/** What the tests said of each program. `empty` is an empty folder, `start` the environment as it was given. */
type Runs = Readonly<Partial<Record<'solution' | 'wrong' | 'empty' | 'start', Tested>>>;

interface TaskReport {
  readonly skill: SkillKey;
  readonly task: string;
  readonly kind: Task['kind'];
  readonly state: 'ok' | 'failed' | 'not-run';
  /** Says why the task was not run. */
  readonly missing?: string;
  readonly faults: readonly string[];
  readonly runs: Runs;
  /** Whether the pair was written. */
  readonly recorded?: true;
  readonly reach?: Reach;
}

async function check(skill: string | undefined, options: CheckOptions, io: CliIo): Promise<void> {
  const { registry, reach, json } = options;
  const location = await locateOrFail(registry ?? defaultPath(io, false), io.cwd);
  const tasks = await tasksOf(location, skill);
  const reports: TaskReport[] = [];
  const opened = await openChosen({ path: location.root }, io);
  try {
    for (const task of tasks) {
      const report = await checkTask(task, opened.queries, options, io);
      reports.push(report);
      if (!json) io.out(describe(report));
    }
  } finally {
    await opened.close();
  }
  const counts = countReports(reports);
  if (json)
    io.out(printableJson({ tasks: reports, counts, ownNetwork: reach ? undefined : hasOwnNetwork() }, 2));
  else io.out(describeCounts(counts, reach));
  if (tasks.length === 0) io.err(printable(`There is no task in ${location.root}.`));
  io.setExitCode(counts.failed > 0 || tasks.length === 0 ? EXIT_CODES.failed : EXIT_CODES.ok);
}

/** Finds the tasks of all skills whose key holds the words, by key and name. Throws a `CliError` if no key does. */
export async function tasksOf(
  location: RegistryLocation,
  words: string | undefined,
): Promise<readonly Task[]> {
  const { skills } = readRegistry(location);
  const chosen = [...skills.values()].filter(
    ({ key }) => words === undefined || key.includes(words.toLowerCase()),
  );
  if (chosen.length === 0 && words !== undefined)
    throw new CliError(EXIT_CODES.noRegistry, `No skill of ${location.root} has ${words} in its key.`);
  const all = await Promise.all(chosen.map(({ key, folder }) => readTasks(key, join(location.root, folder))));
  return all.flat();
}

async function checkTask(
  task: Task,
  queries: RegistryQueries,
  { reach: isReachAlone, record }: CheckOptions,
  io: CliIo,
): Promise<TaskReport> {
  const { skill, name, kind, faults: own, missing } = task;
  const reach = own.length > 0 ? undefined : await reachOf(task, queries);
  const faults = [...own, ...(reach === undefined ? [] : faultsOfReach(task, reach))];
  const isRun = !isReachAlone && own.length === 0;
  const canBeRun = isRun && (await canRun(task, io.env));
  const runs = canBeRun ? await runPrograms(task, io.env) : {};
  if (canBeRun) faults.push(...faultsOfRuns(task, runs));
  const isRecorded = record && canBeRun && task.hasPair && faults.length === 0;
  if (own.length === 0) {
    const version = writtenFor((await queries.skill(skill))['version']) ?? '';
    const fault = isRecorded
      ? await recordPair(task, version, runs, io.env)
      : await faultOfPair(task, version);
    if (fault !== undefined) faults.push(fault);
  }
  const state = faults.length > 0 ? 'failed' : isRun && !canBeRun ? 'not-run' : 'ok';
  return {
    skill,
    task: name,
    kind,
    state,
    ...(isRun && !canBeRun && { missing }),
    faults,
    runs,
    ...(isRecorded && { recorded: true as const }),
    ...(reach !== undefined && { reach }),
  };
}

/** Runs the tests over each program of a task, in a folder each; what compilers keep is shared, and removed. */
async function runPrograms(task: Task, env: NodeJS.ProcessEnv): Promise<Runs> {
  const cache = await mkdtemp(join(tmpdir(), 'skills-eval-cache-'));
  const withdraw = removeAtEnd(cache);
  const programs = [
    ['solution', ['environment', 'solution']],
    ['wrong', ['environment', 'wrong']],
    ['start', ['environment']],
    ['empty', []],
  ] as const;
  const runs: Partial<Record<keyof Runs, Tested>> = {};
  try {
    for (const [name, parts] of programs) {
      if (name === 'wrong' && task.kind === 'control') continue;
      const stage = await openStage(task, parts);
      runs[name] = await runTests(task, stage, env, cache).finally(() => stage.remove());
    }
  } finally {
    withdraw();
    await rm(cache, { recursive: true, force: true, maxRetries: 5 });
  }
  return runs;
}

function faultsOfRuns({ kind }: Task, { solution, wrong, empty, start }: Runs): string[] {
  const faults: string[] = [];
  const unjudged = Object.entries({ solution, wrong, empty, start }).flatMap(([name, tested]) =>
    tested?.why === undefined ? [] : [`${name}: ${tested.why}.`],
  );
  if (unjudged.length > 0) return unjudged;
  const [, ...dangers] = solution?.checks ?? [];
  if (kind === 'prevents' && dangers.length === 0) faults.push('The tests look for no danger.');
  for (const { name, evidence } of failing(solution))
    faults.push(`The solution fails "${name}": ${evidence}`);
  if (wrong !== undefined) {
    const [works, ...others] = wrong.checks;
    if (works?.passed === false) faults.push(`The wrong program doesn’t work at all: ${works.evidence}`);
    if (others.every(({ passed }) => passed)) faults.push('The wrong program fails no danger.');
  }
  const passed = empty?.checks.filter((one) => one.passed) ?? [];
  for (const { name } of passed) faults.push(`An empty folder passes "${name}".`);
  if (start !== undefined && isRight(start)) faults.push('The environment passes as it is.');
  return faults;
}

function failing(tested: Tested | undefined): readonly Check[] {
  return tested?.checks.filter(({ passed }) => !passed) ?? [];
}

/** Asks as an agent would that was told the instruction and nothing else. */
async function reachOf({ skill, needs, instruction }: Task, queries: RegistryQueries): Promise<Reach> {
  const answered = await findSkillsTool.call({ query: instruction }, { queries, signal: undefined });
  const isFirst = answered.activity.skillKey === skill;
  const found = isFirst ? 'first' : answered.text.includes(skill) ? 'named' : 'missing';
  const { text } = await fittedSkill({ queries }, skill, { query: instruction });
  const all = entriesOf(await queries.skill(skill));
  const entries = needs.map((heading) => {
    const entry = all.find(({ title }) => plainTitle(title ?? '') === plainTitle(heading));
    return { heading, held: entry === undefined ? ('missing' as const) : heldIn(text, entry) };
  });
  return { found, entries };
}

function heldIn(text: string, entry: FileEntry): Held {
  const [first = ''] = bodyOf(entry).split('\n');
  if (text.includes(`${sourceLine(entry)}\n${first}`)) return 'text';
  return entry.title !== undefined && text.includes(entry.title) ? 'title' : 'missing';
}

/** A control needs nothing, and is about no danger that a question could find. */
function faultsOfReach({ kind, skill }: Task, { found, entries }: Reach): string[] {
  const lost = entries.filter(({ held }) => held === 'missing');
  return [
    ...(kind === 'prevents' && found === 'missing'
      ? [`find_skills doesn’t name ${skill} for the instruction.`]
      : []),
    ...lost.map(({ heading }) => `get_skill with the instruction holds nothing of "${heading}".`),
  ];
}

function countReports(reports: readonly TaskReport[]) {
  const reaches = reports.filter(({ kind }) => kind === 'prevents').flatMap(({ reach }) => reach ?? []);
  const entries = reaches.flatMap((reach) => reach.entries);
  const of = (state: TaskReport['state']) => reports.filter((report) => report.state === state).length;
  const held = (how: Held) => entries.filter((entry) => entry.held === how).length;
  const found = (how: Reach['found']) => reaches.filter((reach) => reach.found === how).length;
  return {
    tasks: reports.length,
    ok: of('ok'),
    failed: of('failed'),
    notRun: of('not-run'),
    entries: { text: held('text'), title: held('title'), missing: held('missing') },
    found: { first: found('first'), named: found('named'), missing: found('missing') },
  };
}

function describe({ skill, task, state, missing, faults, runs, recorded, reach }: TaskReport): string {
  const passed = ({ checks }: Tested) => `${checks.filter((one) => one.passed).length} of ${checks.length}`;
  const wrong = failing(runs.wrong).map(({ name }) => `"${name}"`);
  const facts = [
    ...(missing === undefined ? [] : [`not run: ${missing}`]),
    ...(runs.solution === undefined ? [] : [`solution ${passed(runs.solution)}`]),
    ...(wrong.length === 0 ? [] : [`wrong fails ${wrong.join(', ')}`]),
    ...(reach === undefined ? [] : [`find_skills ${reach.found}`]),
    ...(reach?.entries.map(({ held }) => `entry ${held}`) ?? []),
    ...(recorded ? ['pair recorded'] : []),
  ];
  const head = `${state.padEnd(7)}  ${skill}  ${task}: ${facts.join('; ')}`;
  return [head, ...faults.map((fault) => `           ${fault}`)].map(printable).join('\n');
}

function describeCounts(
  { tasks, ok, failed, notRun, entries, found }: ReturnType<typeof countReports>,
  isReachAlone: boolean,
): string {
  const runs = isReachAlone
    ? ''
    : ` Tests ${hasOwnNetwork() ? 'had no network but 127.0.0.1' : 'were not cut off from the network: only proxies and package managers were'}.`;
  return [
    `${countWords(tasks, 'task')}: ${ok} ok, ${failed} failed, ${notRun} not run.${runs}`,
    `Needed entries in answers: ${entries.text} as text, ${entries.title} as title, ${entries.missing} missing. ` +
      `Skills found: ${found.first} first, ${found.named} among others, ${found.missing} not.`,
  ].join('\n');
}

async function run(skill: string | undefined, options: RunOptions, io: CliIo): Promise<void> {
  const { agent, runs, via, client, registry } = options;
  const id = client === undefined ? clientOfCommand(agent) : findClient(client);
  if (id === undefined)
    throw new CliError(
      EXIT_CODES.usage,
      `Name the agent’s client with --client: ${MCP_CLIENT_IDS.join(', ')}.`,
    );
  const location = await locateOrFail(registry ?? defaultPath(io, false), io.cwd);
  const all = await tasksOf(location, skill);
  const able = await Promise.all(
    all.map(async (task) => task.faults.length === 0 && (await canRun(task, io.env))),
  );
  const tasks = all.filter((_, at) => able[at]);
  if (tasks.length === 0) throw new CliError(EXIT_CODES.failed, 'There is no task that can run here.');
  let events: ActivityEvent[] = [];
  const onActivity = (event: ActivityEvent) => void events.push(event);
  const { startServer } = await import('../../service/start-server.ts');
  const server = await startServer({ registry: location.root, port: 0, watch: false, onActivity });
  try {
    const { prepare, ownSettings } = preparation(id, via, `${server.url}/mcp`, io.env);
    const undo = await ownSettings();
    if (undo !== undefined)
      throw new CliError(
        EXIT_CODES.failed,
        'Your own settings connect the agent, in runs without the registry, too.',
        {
          below: [`Undo that first: ${cliLine(undo, io)}`],
        },
      );
    const takeEvents = () => {
      const taken = events;
      events = [];
      return taken;
    };
    const onRun = (one: AgentRun) => io.err(printable(describeRun(one)));
    const done = await runAgents({ tasks, command: agent, runs, prepare, takeEvents, env: io.env, onRun });
    const compared = { command: agent, via, registry: location.root, runs };
    const skills = [...new Set(tasks.map((task) => task.skill))];
    await writeFile(
      resolve(io.cwd, options.out),
      `${printableJson(benchmarkOf(done, compared, skills), 2)}\n`,
    );
    io.out(compareRuns(done, compared).map(printable).join('\n'));
  } finally {
    await server.close();
  }
}

function describeRun({ task, number, isWith, isRight: right, seconds, asked, notes }: AgentRun): string {
  const facts = [
    right ? 'right' : 'wrong',
    `${seconds.toFixed(1)} s`,
    ...(asked > 0 ? [`asked ${asked}`] : []),
    ...notes,
  ];
  return `${task.skill} ${task.name}, run ${number} ${isWith ? 'with' : 'without'}: ${facts.join(', ')}`;
}

import type { Command } from 'commander';
import { quotedText, withoutOurLines } from '../../contract/agent-lines.ts';
import { type FullSkill, PRIORITIES, skillLine, standardPriority } from '../../contract/api.ts';
import { ApiError } from '../../contract/errors.ts';
import { printable, printableJson, printableLines } from '../../contract/outside-text.ts';
import { agentsGetWords, withheldWarning } from '../../contract/service.ts';
import { groupDigits } from '../../contract/words.ts';
import { didYouMean } from '../../platform/edit-distance.ts';
import { versionBehind } from '../../search/library-forms.ts';
import {
  type AskedRegistry,
  type AskingOptions,
  addAnswerOptions,
  askForList,
  askRegistry,
} from '../choose-registry.ts';
import { CliError, type CliIo, cliLine, EXIT_CODES, examples, parseNumber } from '../cli-io.ts';
import { formatTable } from '../text.ts';

export function registerList(program: Command, io: CliIo): void {
  const command = addAnswerOptions(program.command('list').description('list the skills of a registry'));
  command.action((options: AskingOptions) => list(options, io));
  examples(command, io, { 'List the skills of a folder': ['list', '-r', 'my-registry'] });
}

async function list(options: AskingOptions, io: CliIo): Promise<void> {
  const { index, status, registry } = await askForList(options, io, async ({ queries, registry }) => ({
    index: await queries.list(),
    status: options.json ? undefined : await queries.status(),
    registry,
  }));
  if (status === undefined) return io.out(printableJson(index, 2));
  const isLayered = index.skills.some(({ _registry }) => _registry !== undefined);
  const row = (key: unknown, registry: unknown, ...facts: readonly unknown[]) =>
    [key, ...(isLayered ? [registry] : []), ...facts].map((value) => String(value ?? ''));
  const rows = index.skills.map((entry) =>
    row(
      entry.key,
      entry._registry,
      entry.version,
      entry.trust_score,
      entry.risk_level,
      skillLine(entry).text,
    ),
  );
  const head = row('KEY', 'REGISTRY', 'VERSION', 'TRUST', 'RISK', 'SUMMARY');
  if (rows.length > 0) io.out(formatTable([head, ...rows], io.columns));
  io.out(agentsGetWords(status.counts));
  const { withheld = 0, notServed = 0 } = status.counts;
  if (withheld + notServed > 0) io.out(`Why, and how to mend it: ${cliLine(['validate', registry], io)}`);
}

interface ShowOptions extends AskingOptions {
  readonly json: boolean;
  readonly maxTokens?: number;
  readonly query?: string;
}

export function registerShow(program: Command, io: CliIo): void {
  const command = program
    .command('show')
    .description('show the facts and the files of a skill, or the text of a file')
    .argument(
      '<key>',
      'language/author/name, or any name of the library: spdlog, @types/ws, SQLAlchemy==2.0.36',
    )
    .argument('[section]', 'a file: pitfalls, examples/basic.cpp')
    .option(
      '--max-tokens <number>',
      'print the texts as agents get them, cut to this many tokens',
      parseNumber(1, 9_999_999),
    )
    .option('--query <words>', 'print the texts as agents get them, entries that answer these words first');
  addAnswerOptions(command).action(
    async (named: string, section: string | undefined, options: ShowOptions) => {
      const isForAgents = options.maxTokens !== undefined || options.query !== undefined;
      if (Number(options.json) + Number(isForAgents) + Number(section !== undefined) > 1)
        throw new CliError(
          EXIT_CODES.usage,
          'Give --json, a file, or --max-tokens and --query: each prints something else.',
        );
      io.out(
        await askRegistry(options, io, async (asked) => {
          const key = await meantKey(named, asked);
          if (section !== undefined) return showSection(key, section, asked);
          return isForAgents
            ? showTexts(key, named === key ? undefined : versionBehind(named), options, asked)
            : showSkill(key, options, asked, io);
        }),
      );
    },
  );
  examples(command, io, { 'Read a file of the skill': ['show', 'cpp/gabime/spdlog', 'pitfalls'] });
}

async function showSkill(
  key: string,
  options: ShowOptions,
  { queries }: AskedRegistry,
  io: CliIo,
): Promise<string> {
  if (options.json) return printableJson(await queries.skill(key), 2);
  const skill = await countedSkill(key, queries);
  const { version, trust_score, risk_level, tier, summary, _omitted = {} } = skill;
  const warning = warningOf(skill);
  const facts = [
    ...(typeof version === 'string' ? [`version ${version}`] : []),
    ...(risk_level === undefined ? [] : [`risk ${risk_level}`]),
    ...(trust_score === undefined || warning !== undefined ? [] : [`trust ${trust_score}`]),
    ...(tier === undefined || warning !== undefined ? [] : [String(tier)]),
  ];
  return [
    [key, ...facts].map(printable).join(', '),
    ...(typeof summary === 'string' ? [quotedText(printable(summary))] : []),
    ...(warning === undefined ? [] : [warning]),
    '',
    formatTable([['READ', 'FILE', 'TOKENS'], ...filesInOrder(skill)], io.columns),
    ...Object.values(_omitted).map((why) => quotedText(printable(why))),
  ].join('\n');
}

/** Asks for a skill with its tokens, or without where they can’t be counted now. */
async function countedSkill(key: string, queries: AskedRegistry['queries']): Promise<FullSkill> {
  try {
    return await queries.skill(key, { tokens: true });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'registry_unavailable') return queries.skill(key);
    throw error;
  }
}

function warningOf({ _withheld: why }: FullSkill): string | undefined {
  return why === undefined ? undefined : printable(withheldWarning(why));
}

function filesInOrder({ files = {}, _contents, _tokens, _tokens_estimated = [] }: FullSkill): string[][] {
  const priorities = new Map(
    PRIORITIES.flatMap((priority) => [files[priority] ?? []].flat().map((path) => [path, priority] as const)),
  );
  const priorityOf = (path: string) => priorities.get(path) ?? standardPriority(path) ?? '';
  const rank = (path: string) => priorityOf(path) || 'P9';
  const tokensOf = (path: string) => {
    const tokens = _tokens?.[path];
    if (tokens === undefined) return 'unknown';
    return `${_tokens_estimated.includes(path) ? 'about ' : ''}${groupDigits(tokens)}`;
  };
  return Object.keys(_contents)
    .sort((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0))
    .map((path) => [priorityOf(path), path, tokensOf(path)]);
}

/** Answers as MCP’s `get_skill` does, for agents that have a shell only. */
async function showTexts(
  key: string,
  version: string | undefined,
  { maxTokens: budget, query }: ShowOptions,
  { queries }: AskedRegistry,
): Promise<string> {
  const { fittedSkill } = await import('../../skill-answer/fitted-skill.ts');
  const { text } = await fittedSkill({ queries }, key, { budget, query, version });
  return printableLines(text);
}

async function showSection(key: string, section: string, { queries }: AskedRegistry): Promise<string> {
  const { text } = await queries.section(key, section);
  const warning = warningOf(await queries.skill(key));
  return `${warning === undefined ? '' : `${warning}\n\n`}${printableLines(withoutOurLines(text.trimEnd()))}`;
}

const MOST_KEYS_NAMED = 8;

/** Finds the key that is meant. Throws a `CliError` with candidates if it is ambiguous or unknown. */
async function meantKey(named: string, { queries, registries }: AskedRegistry): Promise<string> {
  const { keys, near, draftTexts } = await queries.resolve(named);
  const [only, ...others] = keys;
  if (only !== undefined && others.length === 0) return only;
  const which = keys.slice(0, MOST_KEYS_NAMED).join(', ');
  const draft = draftTexts === undefined ? '' : ' It is a draft.';
  const why =
    only === undefined
      ? `Skill '${named}' not found.${draft}${didYouMean(near)}`
      : `'${named}' may be any of ${which}: give the whole key.`;
  throw new CliError(EXIT_CODES.failed, `${registries.join(', ')}: ${why}`);
}

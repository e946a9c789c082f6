import { dirname, join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import {
  type DiagnosticsResponse,
  type FullSkill,
  LANGUAGES,
  PRIORITIES,
  type RegistryIndex,
  type ResolveResponse,
  type SearchResponse,
  type Status,
} from '../../contract/api/api.ts';
import { standardPriority } from '../../contract/api/standard-files.ts';
import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import { adviceLine } from '../../contract/service/advice-line.ts';
import { encodePath } from '../../contract/words/encode-path.ts';
import { groupDigits } from '../../contract/words/group-digits.ts';
import { printable, printableJson, printableLines } from '../../contract/words/printable.ts';
import { foreignCodeWarning } from '../../platform/code-language.ts';
import {
  areEnough,
  didYouMean,
  keyNamed,
  likelyKeys,
  nameWords,
  nearKeys,
} from '../../search/keyword-search/near-keys.ts';
import { versionBehind } from '../../search/query/library-forms.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { cliLine } from '../own-command.ts';
import {
  type AskedService,
  type AskingOptions,
  addAskingOptions,
  choiceWords,
  ServiceRefusal,
  withService,
} from '../target/asked-service.ts';
import { describeKeptSkill } from '../text/kept-skill.ts';
import { nearNames } from '../text/near-names.ts';
import { formatTable } from '../text/text-table.ts';

export function registerShow(program: Command, io: CliIo): void {
  const command = program
    .command('show')
    .description('show the facts and the files of a skill, or the text of a file')
    .argument(
      '<key>',
      'language/author/name, or any name of the library: spdlog, @types/ws, SQLAlchemy==2.0.36; a file may follow a whole key: js/acme/tiny/pitfalls',
    )
    .argument('[section]', 'a file: pitfalls, examples/basic.cpp');
  command
    .option(
      '--max-tokens <number>',
      'print the texts as agents get them, cut to this many tokens',
      readTokens,
    )
    .option('--query <words>', 'print the texts as agents get them, sections that answer these words first');
  addAskingOptions(command).action((named: string, file: string | undefined, options: ShowOptions) => {
    const { key, section } = file === undefined ? splitFile(named) : { key: named, section: file };
    const { maxTokens, query } = options;
    if (maxTokens !== undefined || query !== undefined) return showTexts(key, section, options, io);
    return section === undefined ? showSkill(key, options, io) : showSection(key, section, options, io);
  });
}

interface ShowOptions extends AskingOptions {
  readonly maxTokens?: string;
  readonly query?: string;
}

function readTokens(text: string): string {
  if (/^[1-9]\d{0,6}$/.test(text)) return text;
  throw new InvalidArgumentError('Give a whole number from 1 to 9,999,999.');
}

/** Like MCP's get_skill, for agents with only a shell. */
async function showTexts(
  named: string,
  section: string | undefined,
  options: ShowOptions,
  io: CliIo,
): Promise<void> {
  const { json, maxTokens, query } = options;
  if (json || section !== undefined)
    throw new CliError(
      EXIT_CODES.usage,
      '--max-tokens and --query print the texts of a whole skill. Leave out --json and the file.',
    );
  const version = versionBehind(named);
  const asked = new URLSearchParams({
    ...(version === undefined ? {} : { version }),
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(query === undefined ? {} : { query }),
  });
  const text = await withService(options, io, async (service) =>
    service.get(`${pathOf(await meantKey(named, options, service, io))}?${asked}`, 'text/markdown'),
  );
  io.out(printableLines(text));
}

const KEY_WITH_FILE = new RegExp(`^((?:${LANGUAGES.join('|')})/[^/]+/[^/]+)/+(.+)$`, 'i');

/** `js/acme/tiny/pitfalls` has a file; `github.com/acme/tiny/v5` hasn't. */
function splitFile(named: string): { readonly key: string; readonly section?: string } {
  const [, key = named, section] = KEY_WITH_FILE.exec(named) ?? [];
  return section === undefined ? { key } : { key, section };
}

async function showSkill(named: string, options: AskingOptions, io: CliIo): Promise<void> {
  const { key, answer, kept } = await withService(options, io, async (service) => {
    const key = await meantKey(named, options, service, io);
    const answer = JSON.parse(await service.get(pathOf(key))) as FullSkill;
    return { key, answer, kept: await adviseIfKept(key, options, service, io) };
  });
  if (kept !== undefined) io.err(kept);
  io.out(options.json ? printableJson(answer, 2) : describeSkill(key, answer, options, io));
}

/** Warns of an older served version. Single files are current. */
async function adviseIfKept(
  key: string,
  options: AskingOptions,
  service: AskedService,
  io: CliIo,
): Promise<string | undefined> {
  // The warning is optional.
  const title = await askWhyKept(key, service).catch(() => undefined);
  if (title === undefined) return undefined;
  const line = cliLine(['validate', '-r', options.registry?.[0] ?? service.registry], io);
  return adviceLine({ title, fix: 'What is wrong', line });
}

async function askWhyKept(key: string, service: AskedService): Promise<string | undefined> {
  const { diagnostics } = JSON.parse(await service.get('/v1/status')) as Status;
  if (diagnostics.error + diagnostics.warning === 0) return undefined;
  return describeKeptSkill(JSON.parse(await service.get('/v1/diagnostics')) as DiagnosticsResponse, key);
}

async function showSection(named: string, section: string, options: AskingOptions, io: CliIo): Promise<void> {
  if (options.json)
    throw new CliError(EXIT_CODES.usage, 'A file is answered as text. Leave out --json, or the file.');
  const { text, warning } = await withService(options, io, async (service) => {
    const key = await meantKey(named, options, service, io);
    // URLs resolve `.` and `..` to other paths.
    if (section.split('/').some((segment) => /^\.{0,2}$/.test(segment)))
      throw await withFiles(`Section '${section}' not found in skill '${key}'`, key, section, service);
    try {
      const text = await service.get(`${pathOf(key)}/${encodePath(section)}`);
      const skill = JSON.parse(await service.get(pathOf(key))) as FullSkill;
      return { text, warning: foreignCode(skill) };
    } catch (error) {
      throw isMissing(error) ? await withFiles(error.message, key, section, service) : error;
    }
  });
  if (warning !== undefined) io.out(`${warning}\n`);
  io.out(printableLines(text.trimEnd()));
}

/** Warns if code and library differ in language. */
function foreignCode({ language, _contents }: FullSkill): string | undefined {
  const texts = Object.entries(_contents).flatMap(([path, text]) => (path.endsWith('.md') ? [text] : []));
  return foreignCodeWarning(texts, language);
}

async function withFiles(
  missing: string,
  key: string,
  section: string,
  service: AskedService,
): Promise<CliError> {
  const skill = JSON.parse(await service.get(pathOf(key))) as FullSkill;
  const names = filesInOrder(skill).map(([, path = '']) => path.replace(/\.md$/, ''));
  const files = names.length === 0 ? '' : ` Its files: ${names.join(', ')}.`;
  return new CliError(
    EXIT_CODES.failed,
    `${missing}.${didYouMean(nearNames(section.replace(/\.md$/, ''), names))}${files}`,
  );
}

function isMissing(error: unknown): error is ServiceRefusal {
  return error instanceof ServiceRefusal && error.status === 404;
}

function pathOf(key: string): string {
  return `/v1/skills/${encodePath(key)}`;
}

const MOST_NAMED = 8;

/** Throws `CliError` with candidates if ambiguous or unknown. */
async function meantKey(
  named: string,
  options: AskingOptions,
  service: AskedService,
  io: CliIo,
): Promise<string> {
  const keys = await resolve(named, service);
  const [only, ...others] = keys;
  if (only === undefined) throw await describeMissing(named, options, service, io);
  if (others.length === 0) return only;
  throw new CliError(
    EXIT_CODES.failed,
    `${service.registry}: '${named}' may be any of ${keys.slice(0, MOST_NAMED).join(', ')}: give the whole key.`,
  );
}

/** Empty if malformed. */
async function resolve(named: string, service: AskedService): Promise<readonly string[]> {
  const query = new URLSearchParams({ q: named });
  try {
    return (JSON.parse(await service.get(`/v1/resolve?${query}`)) as ResolveResponse).keys;
  } catch (error) {
    if (error instanceof ServiceRefusal) return [];
    throw error;
  }
}

/** Draft of the name, else similar keys, else `list`. */
async function describeMissing(
  named: string,
  options: AskingOptions,
  service: AskedService,
  io: CliIo,
): Promise<CliError> {
  const missing = `${service.registry}: Skill '${named}' not found.`;
  // Only an explanation: failures must not hide the error.
  const draft = await draftNamed(named, service).catch(() => undefined);
  if (draft !== undefined)
    return new CliError(EXIT_CODES.failed, `${missing} ${draft.message}`, {
      below: [`What is left: ${cliLine(['validate', join(service.registry, dirname(draft.file))], io)}`],
    });
  const { skills } = JSON.parse(await service.get('/v1/skills')) as RegistryIndex;
  const near = nearKeys(
    skills.map(({ key }) => key),
    named,
  );
  const found = areEnough(near) ? [] : await searchFor(nameWords(named), service).catch(() => []);
  const advice = didYouMean(likelyKeys(near, found));
  const below = advice === '' ? [`All skills: ${cliLine(['list', ...choiceWords(options)], io)}`] : [];
  return new CliError(EXIT_CODES.failed, `${missing}${advice}`, { below });
}

/** Undefined if ambiguous. */
async function draftNamed(
  named: string,
  service: AskedService,
): Promise<Pick<Required<Diagnostic>, 'message' | 'file'> | undefined> {
  const { diagnostics } = JSON.parse(await service.get('/v1/diagnostics')) as DiagnosticsResponse;
  const drafts = diagnostics.filter(({ code }) => code === 'skill-draft');
  const key = keyNamed(
    drafts.map(({ skillKey = '' }) => skillKey),
    named,
  );
  const draft = drafts.find(({ skillKey }) => skillKey !== undefined && skillKey === key);
  return draft?.file === undefined ? undefined : { message: draft.message, file: draft.file };
}

const MOST_CHARACTERS = 1_000;

async function searchFor(words: string, service: AskedService): Promise<readonly string[]> {
  if (words === '') return [];
  const query = new URLSearchParams({ q: words.slice(0, MOST_CHARACTERS) });
  const { results } = JSON.parse(await service.get(`/v1/search?${query}`)) as SearchResponse;
  return results.map(({ key }) => key);
}

function describeSkill(key: string, skill: FullSkill, options: AskingOptions, io: CliIo): string {
  const { version, trust_score, risk_level, tier, _omitted = {} } = skill;
  const warning = foreignCode(skill);
  const facts = [
    ...(typeof version === 'string' ? [`version ${version}`] : []),
    ...(risk_level === undefined ? [] : [`risk ${risk_level}`]),
    ...(trust_score === undefined || warning !== undefined ? [] : [`trust ${trust_score}`]),
    ...(tier === undefined || warning !== undefined ? [] : [String(tier)]),
  ];
  const summary = skill['summary'];
  const files = filesInOrder(skill);
  const first = files[0]?.[1] ?? 'pitfalls.md';
  return [
    [printable(key), ...facts.map(printable)].join(', '),
    ...(typeof summary === 'string' ? [printable(summary)] : []),
    ...(warning === undefined ? [] : [warning]),
    '',
    formatTable([['READ', 'FILE', 'TOKENS'], ...files], io.columns),
    ...Object.values(_omitted).map(printable),
    '',
    `Read one: ${cliLine(['show', ...choiceWords(options), key, first.replace(/\.md$/, '')], io)}`,
  ].join('\n');
}

function filesInOrder({ files = {}, _tokens, _tokens_estimated = [] }: FullSkill): string[][] {
  const priorities = new Map(
    PRIORITIES.flatMap((priority) => [files[priority] ?? []].flat().map((path) => [path, priority] as const)),
  );
  const priorityOf = (path: string) => priorities.get(path) ?? standardPriority(path);
  const rank = (path: string) => priorityOf(path) ?? 'P9';
  return Object.entries(_tokens)
    .sort(([a], [b]) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0))
    .map(([path, tokens]) => [
      priorityOf(path) ?? '',
      path,
      `${_tokens_estimated.includes(path) ? 'about ' : ''}${groupDigits(tokens)}`,
    ]);
}

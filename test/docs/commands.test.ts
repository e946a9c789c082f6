import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createProgram } from '../../src-server/cli/run-cli.ts';
import { silentIo } from '../support/run-cli-here.ts';
import { type MarkdownPage, ownPages } from './markdown-page.ts';

const program = await createProgram(silentIo());
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
/** npm's own, and what it runs without `run`. */
const NPM_WORDS = [
  'ci',
  'pack',
  'install',
  'i',
  'uninstall',
  'config',
  'version',
  'publish',
  'trust',
  'audit',
  'start',
  'test',
];

/** Every line of a page's code, and every span that is a command. */
const codeOf = ({ blocks, prose, spans }: MarkdownPage) => [
  ...blocks.flatMap(({ lines }) => lines),
  ...prose.split('\n').filter((line) => line.startsWith('    ')),
  ...spans,
];

/** What is wrong with a line that calls our command; nothing where it doesn't. */
function faultsOfCall(line: string): readonly string[] {
  const [, call] =
    /(?:^|[$|;&"] *|-- +|entry: |xargs .*)skills-registry ((?:-{0,2}[a-z]).*)$/.exec(line) ?? [];
  if (call === undefined) return [];
  // Options between quotes are another program's.
  const words = (call.replace(/ "[^"]*"/g, ' <words>').split(/ #|[|;&<]/)[0] ?? '').split(/\s+/);
  const [name = '', ...rest] = words.map((word) => word.replace(/[`"'(),.:\]]+$/, ''));
  if (/^(?:--version|--help|help)$/.test(name)) return [];
  const command = program.commands.find((one) => one.name() === name);
  if (command === undefined) return [`${line}: no command ${name}`];
  const below = command.commands.find((one) => one.name() === rest[0]);
  if (command.commands.length > 0 && below === undefined) return [`${line}: no command ${name} ${rest[0]}`];
  const known = (below ?? command).options.flatMap(({ short, long }) => [short, long]);
  return rest
    .filter((word) => /^-{1,2}[a-z]/i.test(word) && !known.includes(word.replace(/=.*/, '')))
    .map((option) => `${line}: ${name} has no ${option}`);
}

/** Scripts that a line names and that are not there. */
function missingScripts(line: string): readonly string[] {
  const npm = [...line.matchAll(/\bnpm run ([\w:-]+)|\bnpm ([a-z][\w-]*)/g)].filter(
    ([, script, word = '']) =>
      script === undefined ? !NPM_WORDS.includes(word) : scripts[script] === undefined,
  );
  const files = [...line.matchAll(/\b(?:node|npx vitest run) ((?:[\w-]+\/)*[\w.-]+\.(?:mjs|ts))/g)].filter(
    ([, file = '']) => !existsSync(file),
  );
  const benches = [...line.matchAll(/\bnpm run bench -- (\w+)/g)].filter(
    ([, name]) => !existsSync(`test/bench/${name}.bench.mjs`),
  );
  return [...npm, ...files, ...benches].map(([call]) => `${line}: ${call}`);
}

const pages = ownPages();

it('pages show commands that skills-registry has, with options that they take', () => {
  expect(pages.flatMap((page) => codeOf(page).flatMap(faultsOfCall))).toEqual([]);
});

it('pages show scripts that are there', () => {
  expect(pages.flatMap((page) => codeOf(page).flatMap(missingScripts))).toEqual([]);
});

it('calls are recognised where they stand, and told when they are wrong', () => {
  const wrong = [
    'skills-registry lst',
    '    skills-registry find --limt 3 x',
    'a | xargs -0 skills-registry check',
  ];
  expect(wrong.flatMap((line) => faultsOfCall(line.trim()))).toHaveLength(3);
  expect(missingScripts('npm run nothing; node scripts/nothing.mjs; npm run bench -- nothing')).toHaveLength(
    3,
  );
});

/** Whoever writes a text can't make a rule, or a reader of texts, take longer than the text is long. */
import { describe, expect, it } from 'vitest';
import { firstLines, quotedText } from '../../../src-server/contract/agent-lines.ts';
import { LANGUAGES } from '../../../src-server/contract/api.ts';
import { printable, printableLines } from '../../../src-server/contract/outside-text.ts';
import { readToolEvent } from '../../../src-server/hooks/client-events.ts';
import { callsIn } from '../../../src-server/hooks/dangers.ts';
import { importsIn } from '../../../src-server/hooks/imports.ts';
import { parseMarkdown } from '../../../src-server/platform/markdown.ts';
import { readProject } from '../../../src-server/projects/read-project.ts';
import { parseIndexFile, parseManifest } from '../../../src-server/registry/index-json.ts';
import { firstSentence } from '../../../src-server/registry/manifest.ts';
import { codeInQuestion } from '../../../src-server/search/asked-code.ts';
import { runsOfCode } from '../../../src-server/search/code-runs.ts';
import { plainLine } from '../../../src-server/search/dangers.ts';
import { findEntries } from '../../../src-server/search/entries.ts';
import { languagesOfName, libraryForms } from '../../../src-server/search/library-forms.ts';
import {
  messageLanguages,
  parseQuery,
  properNames,
  reducedMessage,
} from '../../../src-server/search/query.ts';
import { isRuntimeMessage, messageSpeakers } from '../../../src-server/search/speakers.ts';
import { SkillSplitter } from '../../../src-server/search/split-skills.ts';
import { checkTexts } from '../../../src-server/validation/check-skill.ts';
import { foreignCodeLanguage } from '../../../src-server/validation/rules/withheld.ts';
import { growthOver, hostileTexts, UNITS } from '../../support/linear-time.ts';

const KEY = 'cpp/gabime/spdlog';
const MANIFEST = { name: 'spdlog', repo: 'gabime/spdlog', language: 'cpp', files: ['pitfalls.md'] };

/** By every rule, as the text of a skill. */
function check(text: string): unknown {
  return checkTexts(
    {
      key: KEY,
      folder: `skills/${KEY}`,
      manifest: MANIFEST,
      files: [{ path: 'pitfalls.md', size: text.length }],
      texts: new Map([
        ['skill.json', JSON.stringify(MANIFEST)],
        ['pitfalls.md', text],
      ]),
    },
    {
      now: new Date(0),
      layout: 'registry',
      countTokens: (counted) => ({ tokens: counted.length >> 2, isEstimate: false }),
    },
  );
}

/** Into entries and numbered words, as the worker does it. */
function split(text: string): unknown {
  const texts = new Map([['pitfalls.md', text]]);
  const document = {
    key: KEY,
    name: 'spdlog',
    language: 'cpp',
    tags: [],
    summary: '',
    symptoms: [],
    authorEntries: [],
    files: [{ path: 'pitfalls.md' }],
  };
  return new SkillSplitter().split(document, texts, findEntries(texts));
}

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'the rules of validation': check,
  'the splitter of skills': split,
  'the reader of Markdown': parseMarkdown,
  'the reader of foreign code': (text) => foreignCodeLanguage([text], 'cpp'),
  'the derived summary': firstSentence,
  'the guard of our voice': (text) => firstLines(quotedText(text), 10_000),
  'the printer of outside texts': (text) => [printable(text), printableLines(text)],
  'the reader of questions': (text) => [parseQuery(text), properNames(text), messageLanguages(text)],
  'the shortener of messages': reducedMessage,
  'the reader of code': (text) => [
    codeInQuestion(text),
    codeInQuestion(`a(1);\nb = c(2);\n${text}`),
    runsOfCode(text, 512),
  ],
  'the finder of speakers': (text) => [messageSpeakers(text), isRuntimeMessage(text)],
  'the reader of names': (text) => [libraryForms(text), languagesOfName(text)],
  'the readers of imports': (text) => LANGUAGES.map((language) => importsIn(text, language)),
  'the reader of hooks’ events': (text) =>
    readToolEvent({
      session_id: 'a',
      tool_name: 'b',
      tool_input: { file_path: 'a.py', content: text, patch: text },
    }),
  'the line of a danger': (text) => [plainLine(text), callsIn(text)],
  'the reader of skill.json': parseManifest,
  'the reader of index.json': (text) => parseIndexFile(text),
};

/** A name for each reader of projects, and the manifests of which it reads more than one form. */
const PROJECT_FILES = [
  'package.json',
  'package-lock.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'Cargo.toml',
  'Cargo.lock',
  'pyproject.toml',
  'setup.cfg',
  'setup.py',
  'requirements.txt',
  'poetry.lock',
  'uv.lock',
  'go.mod',
  'vcpkg.json',
  'conanfile.txt',
  'conanfile.py',
  'conan.lock',
  'bom.json',
];

const LENGTH = 1_500;
/** Pieces at which a reader of lines, marks or quotes may go back; single expressions are tried with all. */
const PIECES = UNITS.filter((_, at) => at % 3 === 0).concat([
  '# a\n',
  '[x](',
  '```\n',
  '"a":',
  '\n  at a',
  'a ',
]);

async function slowTexts(
  work: (text: string) => unknown,
  units: readonly string[],
): Promise<readonly string[]> {
  const slow: string[] = [];
  for (const textOf of hostileTexts(units)) {
    const growth = await growthOver(work, textOf, LENGTH);
    if (growth !== undefined) slow.push(growth);
  }
  return slow;
}

describe('a hostile text costs no more than its length, for', () => {
  it.each(Object.entries(READERS))('%s', async (_name, work) => {
    expect(await slowTexts(work, PIECES)).toEqual([]);
  });

  it.each(PROJECT_FILES)('the reader of %s', async (name) => {
    const read = (text: string) =>
      readProject({ paths: [name], leftOut: [], read: () => Promise.resolve({ ok: true, text }) });
    expect(await slowTexts(read, PIECES.slice(0, 24))).toEqual([]);
  });
});

it('a reader that goes back is found', async () => {
  const blanks = (length: number) => `${' '.repeat(length)}x`;
  expect(await growthOver((text) => /\s+$/.test(text), blanks, 500)).toContain('times the time');
});

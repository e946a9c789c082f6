import { describe, expect, it } from 'vitest';
import { escapeHidden, printable, printableLines } from '../../../src-server/contract/words/printable.ts';
import { whyWithheld } from '../../../src-server/platform/code-language.ts';
import { parseMarkdown } from '../../../src-server/platform/markdown-blocks.ts';
import { blockMarks, findBlock } from '../../../src-server/platform/marked-block.ts';
import { parsePackageUrl } from '../../../src-server/projects/package-url.ts';
import { readProject } from '../../../src-server/projects/read/read-project.ts';
import { findRepository } from '../../../src-server/projects/repository-address.ts';
import { parseAddress } from '../../../src-server/registries/registry-address.ts';
import { firstSentence } from '../../../src-server/registry/model/derive-summary.ts';
import { parseManifest } from '../../../src-server/registry/model/json-object.ts';
import { parseIndexFile } from '../../../src-server/registry/model/registry-index-file.ts';
import { describeSection } from '../../../src-server/search/excerpts/section-excerpts.ts';
import { SkillSplitter } from '../../../src-server/search/index/split-skills.ts';
import { libraryForms, namedLibrary } from '../../../src-server/search/query/library-forms.ts';
import { sectionsOfFile, sectionsUnder } from '../../../src-server/search/sections/file-sections.ts';
import { messageSpeakers } from '../../../src-server/search/speakers/message-speakers.ts';
import { reducedMessage } from '../../../src-server/search/speakers/reduce-message.ts';
import { messageLanguages } from '../../../src-server/search/words/message-languages.ts';
import { plainSummary } from '../../../src-server/search/words/plain-summary.ts';
import { properNames } from '../../../src-server/search/words/proper-names.ts';
import { splitLongRuns } from '../../../src-server/tokens/split-long-runs.ts';
import { countEntries } from '../../../src-server/validation/count-entries.ts';
import { JsonText } from '../../../src-server/validation/json-position.ts';
import { RULES } from '../../../src-server/validation/skill-checker.ts';
import { growthOver, hostileTexts } from '../../support/linear-time.ts';
import { factsOf, validSkill } from '../../support/valid-skill.ts';
import { openSearch } from '../search/search-fixture.ts';

/** Characters; the longer texts have 16 times as many. */
const LENGTH = 1_500;

async function slowest(work: (text: string) => unknown): Promise<string | undefined> {
  const quiet = (text: string) => {
    try {
      return work(text);
    } catch (error) {
      return error;
    }
  };
  for (const textOf of hostileTexts()) {
    const growth = await growthOver(quiet, textOf, LENGTH);
    if (growth !== undefined) return growth;
  }
  return undefined;
}

describe('a question takes linear time, whatever it repeats, in', () => {
  const engine = openSearch([
    { key: 'cpp/gabime/spdlog', texts: { 'pitfalls.md': '# Pitfalls\n\n## Pitfall 1: a b\n\nerror at x' } },
    { key: 'python/psf/requests', texts: { 'overview.md': 'A session times out.' }, tags: ['http'] },
  ]);
  const parsers: Readonly<Record<string, (text: string) => unknown>> = {
    find: (text) => engine.explain(text, { limit: 10 }),
    messageSpeakers,
    messageLanguages,
    reducedMessage,
    properNames,
    namedLibrary,
    libraryForms,
    resolve: (text) => engine.resolve(text),
    related: (text) => engine.related(text),
    parsePackageUrl,
    findRepository,
    parseAddress,
  };
  it.each(Object.entries(parsers))('%s', async (_name, parse) => {
    expect(await slowest(parse)).toBeUndefined();
  });
});

describe('a text takes linear time, whatever it repeats, in', () => {
  const splitter = new SkillSplitter();
  const parsers: Readonly<Record<string, (text: string) => unknown>> = {
    parseMarkdown,
    sectionsOfFile: (text) => sectionsUnder(sectionsOfFile('pitfalls.md', text), 'nothing like it'),
    'sectionsOfFile of an example': (text) => sectionsOfFile('examples/a.py', text),
    describeSection(text) {
      const section = { path: 'pitfalls.md', level: 0, text, line: 1, isDanger: false };
      return describeSection(section, new Map([['error', 1]]), () => ['error']);
    },
    split(text) {
      const document = { key: 'cpp/a/b', name: text, language: 'cpp', tags: [text], summary: text };
      const files = [{ path: 'pitfalls.md' }, { path: 'examples/a.cpp' }];
      const texts = new Map(files.map(({ path }) => [path, text]));
      return splitter.split({ ...document, symptoms: [text], files }, texts);
    },
    firstSentence,
    plainSummary,
    countEntries,
    splitLongRuns,
    whyWithheld: (text) => whyWithheld('cpp/a/b', { 'overview.md': text, 'pitfalls.md': text }),
    'positions in JSON': (text) => new JsonText(text).positionOf(text.length - 1),
    'positions in a string of JSON': (text) => new JsonText(JSON.stringify({ a: text })).positionOf(3),
    parseManifest,
    parseIndexFile,
    printable,
    printableLines,
    escapeHidden,
    findBlock: (text) => findBlock(text, blockMarks()),
  };
  it.each(Object.entries(parsers))('%s', async (_name, parse) => {
    expect(await slowest(parse)).toBeUndefined();
  });
});

describe('a rule takes linear time over a text, whatever the text repeats:', () => {
  const context = {
    layout: 'registry' as const,
    now: new Date(),
    countTokens: (text: string) => ({ tokens: text.length, isEstimate: true }),
  };
  it.each(RULES.map((rule, at) => [rule.name || String(at), rule] as const))('%s', async (_name, rule) => {
    const skill = validSkill();
    const check = (text: string) => {
      const files = { ...skill.files, 'overview.md': text, 'pitfalls.md': text, 'examples/basic.cpp': text };
      const manifest = { ...skill.manifest, name: text, tags: [text], extensions: { 'x.y': text } };
      return [...rule(factsOf({ manifest, files }), context)].length;
    };
    expect(await slowest(check)).toBeUndefined();
  });
});

describe('a file of a project takes linear time, whatever it repeats:', () => {
  const names =
    'package.json package-lock.json pnpm-lock.yaml yarn.lock bun.lock Cargo.toml Cargo.lock pyproject.toml setup.py setup.cfg poetry.lock uv.lock requirements.txt go.mod go.work vcpkg.json conanfile.txt conanfile.py conan.lock bom.json';
  it.each(names.split(' '))('%s', async (path) => {
    const read = async (text: string) =>
      readProject({ paths: [path], leftOut: [], read: async () => ({ ok: true, text }) });
    expect(await slowest(read)).toBeUndefined();
  });
});

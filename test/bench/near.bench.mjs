/**
 * `npm run bench -- near [--skills 85,1000,10000,50000] [--rounds 9]`: what stands in for a word that no skill has, with the
 * index's words in buckets and going through all of them, in turn and with the same answers. Skills have three files of
 * some 230 words.
 *
 * Times are of the processor, µs a word: the median of the rounds, each of them all words of a kind. Ratios are of pairs.
 */
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { median } from '../support/median.mjs';
import { skillGenerator } from './generate-registry.mjs';
import { processorMicros } from './processor-micros.mjs';
import { bundleSearch } from './search-bundle.mjs';

const { values } = parseArgs({
  options: {
    skills: { type: 'string', default: '85,1000,10000,50000' },
    rounds: { type: 'string', default: '9' },
  },
});
const ROUNDS = Number(values.rounds);
const WORDS = 20;

/** An index of so many skills, whose texts are made when they are read. */
async function indexOf(search, skills) {
  const generate = skillGenerator({ files: 4, words: 175 });
  const documents = Array.from({ length: skills }, (_, number) => ({
    key: `cpp/a/${number}`,
    name: '',
    language: 'cpp',
    tags: [],
    summary: '',
    symptoms: [],
    packages: [],
    trustScore: 50,
    directory: String(number),
    files: ['a.md', 'b.md', 'c.md', 'd.cpp'].map((path) => ({
      path,
      size: 1500,
      mtimeMs: 0,
      ctimeMs: 0,
      ino: 0,
    })),
    revision: '1',
  }));
  const encoder = new TextEncoder();
  const readTexts = async (wanted) =>
    wanted.map(({ directory }) => ({
      texts: [...generate(Number(directory)).files.values()].map((text) => encoder.encode(text)),
      settled: true,
    }));
  return search.indexDocuments(documents, readTexts);
}

/** Words that no skill has, of each kind. */
function unknownWords() {
  const generate = skillGenerator({ files: 4, words: 175 });
  const tags = Array.from({ length: 400 }, (_, number) => generate(number).entry.tags).flat();
  const long = [...new Set(tags.filter((tag) => tag.length >= 8 && tag.length < 14))].slice(0, WORDS);
  return {
    'a letter wrong': long.map((word) => `${word.slice(0, 3)}q${word.slice(4)}`),
    'two letters wrong': long.map((word) => `${word.slice(0, 3)}q${word.slice(4, 6)}x${word.slice(7)}`),
    'two words in one': long.map((word, i) => word + long[(i + 7) % long.length]),
    'nothing near': long.map((word) => `${word.slice(0, 2)}xkqzv${word.slice(2, 5)}`),
  };
}

function compare({ nearTerms }, index, buckets, words) {
  const all = words.map((word) => nearTerms(index, word));
  assert.deepEqual(
    words.map((word) => nearTerms(index, word, buckets)),
    all,
  );
  const ask = (known) => () => {
    for (const word of words) nearTerms(index, word, known);
  };
  const rounds = Array.from({ length: ROUNDS }, () => ({
    buckets: processorMicros(ask(buckets)) / words.length,
    all: processorMicros(ask(undefined)) / words.length,
  }));
  return {
    found: all.filter((terms) => terms.length > 0).length,
    buckets: median(rounds.map((round) => round.buckets)),
    all: median(rounds.map((round) => round.all)),
    ratio: median(rounds.map((round) => round.all / round.buckets)),
  };
}

async function main() {
  const search = await bundleSearch();
  const words = unknownWords();
  for (const skills of values.skills.split(',').map(Number)) {
    const { index, segment } = await indexOf(search, skills);
    const buckets = new search.IndexBuckets(0);
    const madeMicros = processorMicros(() => [...buckets.prepare(index)]);
    const count = segment.termLetters.length + segment.wordLetters.length;
    console.log(
      `\n${skills} skills: ${count} words, their buckets ${((8 * count) / 1e6).toFixed(1)} MB, made in ${(madeMicros / 1e3).toFixed(0)} ms; the index ${(search.segmentBytes(segment) / 1e6).toFixed(0)} MB`,
    );
    console.log('| asked | have stand-ins | buckets, µs | all words, µs | ratio |\n|---|---|---|---|---|');
    for (const [kind, asked] of Object.entries(words)) {
      const micros = compare(search, index, buckets, asked);
      const cells = [
        kind,
        `${micros.found} of ${asked.length}`,
        micros.buckets.toFixed(0),
        micros.all.toFixed(0),
        micros.ratio.toFixed(1),
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
  }
}

await main();

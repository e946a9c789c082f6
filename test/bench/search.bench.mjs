/**
 * `npm run bench -- search [--skills 85,1000,10000,50000] [--rounds 9]`: keyword search in process up to the JSON of all
 * results, looked up in a table and looking at every skill, in turn and with the same answers; what the table costs, and
 * what an edit does. `json` is the time without a search: the results made and put into JSON one by one.
 *
 * Times are of the processor, µs a query: the median of the rounds, each of them all queries of a kind. Ratios are of
 * pairs.
 */
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { median } from '../support/median.mjs';
import { generateEntries } from './generate-registry.mjs';
import { processorMicros } from './processor-micros.mjs';
import { bundleSearch } from './search-bundle.mjs';

const { values } = parseArgs({
  options: {
    skills: { type: 'string', default: '85,1000,10000,50000' },
    rounds: { type: 'string', default: '9' },
  },
});
const ROUNDS = Number(values.rounds);
/** A round asks so often that one is some milliseconds at least. */
const LEAST_QUERIES = 40;

function documentsOf(skills) {
  return generateEntries({ skills }).map(
    ({ key, name, language, tags, summary, trust_score: trustScore }) => ({
      key,
      name,
      language,
      tags,
      summary,
      trustScore,
      directory: '',
      files: [],
      revision: '1',
    }),
  );
}

/** Queries of each kind, out of the documents. */
function queriesOf(documents) {
  const some = Array.from({ length: 20 }, (_, i) => documents[Math.floor((i * documents.length) / 20)]);
  const words = some.map(({ summary }) => summary.split(/\W+/).filter((word) => word.length > 5));
  return {
    'a name': some.map(({ name }) => name),
    'a tag': some.map(({ tags }) => tags[0]),
    'two words of a summary': words.map((list) => list.slice(0, 2).join(' ')),
    'the inside of a word': some.map(({ tags }) => tags[1].slice(1, 4)),
    'what no skill has': some.map(({ name }) => `${name.slice(0, 4)}qx`),
    'two letters': some.map(({ tags }) => tags[2].slice(0, 2)),
    'one letter': [...'aeost'],
  };
}

/** An index with everything in its table, or nothing. */
async function indexOf({ KeywordIndex }, documents, hasTable) {
  const index = new KeywordIndex({
    signal: new AbortController().signal,
    fewest: hasTable ? 0 : Number.POSITIVE_INFINITY,
  });
  const micros = process.cpuUsage();
  index.update(documents, []);
  await index.settled;
  const { user, system } = process.cpuUsage(micros);
  return { index, madeMs: (user + system) / 1e3 };
}

function compare(table, scan, queries) {
  const repeats = Math.ceil(LEAST_QUERIES / queries.length);
  const ask = (index) => () => {
    for (let i = 0; i < repeats; i += 1) for (const query of queries) index.search(query).json();
  };
  const answers = queries.map((query) => table.search(query));
  const oneByOne = () => {
    for (let i = 0; i < repeats; i += 1) for (const answer of answers) JSON.stringify(answer.results());
  };
  const rounds = Array.from({ length: ROUNDS + 1 }, () => ({
    table: processorMicros(ask(table)) / repeats / queries.length,
    scan: processorMicros(ask(scan)) / repeats / queries.length,
    json: processorMicros(oneByOne) / repeats / queries.length,
  })).slice(1);
  return {
    table: median(rounds.map((round) => round.table)),
    scan: median(rounds.map((round) => round.scan)),
    json: median(rounds.map((round) => round.json)),
    ratio: median(rounds.map((round) => round.scan / round.table)),
  };
}

/** What an edit costs at once, and a search after a hundred of them, µs. */
function editMicros(index, documents) {
  const edits = Array.from({ length: 100 }, (_, i) => documents[Math.floor((i * documents.length) / 100)]);
  const update = processorMicros(() => {
    for (const document of edits) index.update([{ ...document, summary: 'edited' }], []);
  });
  const names = edits.map(({ name }) => name.replace(/-.*/, ''));
  for (const name of names) index.search(name).json();
  const after = processorMicros(() => {
    for (const name of names) index.search(name).json();
  });
  return { update: update / edits.length, after: after / edits.length };
}

/**
 * The longest step in the making of a table, ms of the processor: of each step the least of three rounds, so that a
 * collection of garbage, which comes now here and now there, doesn't count.
 */
function longestStepMs({ buildKeywordTable }, documents) {
  const least = [];
  for (let round = 0; round < 3; round += 1) {
    const steps = buildKeywordTable(documents);
    for (let step = 0, isDone = false; !isDone; step += 1) {
      const micros = processorMicros(() => {
        isDone = steps.next().done;
      });
      least[step] = Math.min(least[step] ?? Number.POSITIVE_INFINITY, micros);
    }
  }
  return least.reduce((most, micros) => Math.max(most, micros), 0) / 1e3;
}

async function main() {
  const search = await bundleSearch();
  for (const skills of values.skills.split(',').map(Number)) {
    const documents = documentsOf(skills);
    const { index: scan } = await indexOf(search, documents, false);
    const { index: table, madeMs } = await indexOf(search, documents, true);
    const { tableBytes } = table;
    console.log(
      `\n${skills} skills: table of ${(tableBytes / 1e6).toFixed(2)} MB, ${Math.round(tableBytes / skills)} bytes a skill, made in ${madeMs.toFixed(0)} ms`,
    );
    console.log(
      '| asked | results | table, µs | every skill, µs | ratio | json, µs |\n|---|---|---|---|---|---|',
    );
    for (const [kind, queries] of Object.entries(queriesOf(documents))) {
      for (const query of queries)
        assert.deepEqual(table.search(query).results(), scan.search(query).results());
      const results = median(queries.map((query) => table.search(query).count));
      const micros = compare(table, scan, queries);
      const cells = [
        kind,
        results,
        micros.table.toFixed(0),
        micros.scan.toFixed(0),
        micros.ratio.toFixed(1),
        micros.json.toFixed(0),
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
    const { update, after } = editMicros(table, documents);
    console.log(
      `An edit: ${update.toFixed(1)} µs; a search for a name after 100 of them: ${after.toFixed(0)} µs; the longest step in making a table: ${longestStepMs(search, documents).toFixed(1)} ms.`,
    );
    await table.settled;
  }
}

await main();

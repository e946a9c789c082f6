/**
 * `npm run bench -- search [--skills 85,1000,10000,50000] [--rounds 9]`: keyword search in process, up to the JSON of all
 * results. Processor time, µs a query: median of the rounds; each round runs all queries of a kind.
 */
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
/** Queries in a round: enough for some milliseconds. */
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

/** Queries of each kind, taken from the documents. */
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

/** Median processor time of `use` for each query. */
function microsPerQuery(queries, use) {
  const repeats = Math.ceil(LEAST_QUERIES / queries.length);
  const rounds = Array.from({ length: ROUNDS + 1 }, () =>
    processorMicros(() => {
      for (let i = 0; i < repeats; i += 1) for (const query of queries) use(query);
    }),
  );
  return median(rounds.slice(1)) / repeats / queries.length;
}

async function main() {
  const { KeywordIndex } = await bundleSearch();
  for (const skills of values.skills.split(',').map(Number)) {
    const documents = documentsOf(skills);
    const index = new KeywordIndex();
    // The first search prepares all fields.
    const preparing = processorMicros(() => {
      index.update(documents, []);
      index.search('prepare');
    });
    console.log(`\n${skills} skills: fields prepared in ${(preparing / 1e3).toFixed(0)} ms`);
    console.log('| asked | results | search, µs | whole answer, µs |\n|---|---|---|---|');
    for (const [kind, queries] of Object.entries(queriesOf(documents))) {
      const results = median(queries.map((query) => index.search(query).length));
      const search = microsPerQuery(queries, (query) => index.search(query));
      const answer = microsPerQuery(queries, (query) => JSON.stringify(index.search(query)));
      console.log(`| ${kind} | ${results} | ${search.toFixed(0)} | ${answer.toFixed(0)} |`);
    }
    const edited = documents[Math.floor(skills / 2)];
    const edit = processorMicros(() => {
      for (let i = 0; i < 20; i += 1) {
        index.update([{ ...edited, summary: `edited ${i}` }], []);
        index.search('prepare');
      }
    });
    console.log(`An edit with the search after it: ${(edit / 20).toFixed(0)} µs.`);
  }
}

await main();

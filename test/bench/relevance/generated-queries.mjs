/**
 * Judged queries over a generated registry (../generate-registry.mjs): known items. Of a skill one sentence is drawn, and
 * what somebody might still know of it is asked for: half of its words in another order, inflected otherwise, mistyped, an
 * identifier. Only the skill that the sentence is from is right, though another may happen to have the same words: so 1 is
 * not to be had, and a figure says something only beside another one. The texts are made at random, so related words,
 * messages and the sense of a question don't come up.
 */
import { createRandom, skillGenerator } from '../generate-registry.mjs';

/** The registry that the queries are about. */
export const GENERATED = { skills: 200, files: 8, words: 300, seed: 11 };

const SEED = 23;
const PER_CLASS = 20;
const SHORTEST_MISTYPED = 5;
const LANGUAGE_NAMES = { cpp: 'C++', rust: 'Rust', python: 'Python', go: 'Go', js: 'JavaScript' };
/** Endings of one word, as verbs and plurals have them. */
const ENDINGS = ['', 's', 'ed', 'ing'];

const pick = (random, list) => list[Math.floor(random() * list.length)];

function shuffled(random, list) {
  const mixed = [...list];
  for (let i = mixed.length - 1; i > 0; i -= 1) {
    const other = Math.floor(random() * (i + 1));
    [mixed[i], mixed[other]] = [mixed[other], mixed[i]];
  }
  return mixed;
}

/** Half of a sentence's words, 4 at least, in another order. */
const remembered = ({ words }, random) =>
  shuffled(random, words).slice(0, Math.max(4, Math.ceil(words.length / 2)));

function inflected(word, random) {
  const stem = word.replace(/(?:s|ed|ing)$/, '');
  return stem.length < 3 ? word : stem + pick(random, ENDINGS);
}

/** One letter is missing, doubled, or has changed places with the next; never the first. */
function mistyped(word, random) {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const [before, letter, next, rest] = [word.slice(0, at), word[at], word[at + 1], word.slice(at + 2)];
  return pick(random, [
    before + next + rest,
    before + letter + letter + next + rest,
    before + next + letter + rest,
  ]);
}

const longestFirst = (words) => [...words].sort((a, b) => b.length - a.length);

/** How each class makes its query from a sentence; undefined where the sentence doesn't allow it. */
const CLASSES = {
  half: (sentence, random) => remembered(sentence, random),
  inflected: (sentence, random) => remembered(sentence, random).map((word) => inflected(word, random)),
  mistyped: (sentence, random) => {
    const words = remembered(sentence, random);
    const wrong = longestFirst(words).slice(0, 2);
    if (wrong.some((word) => word.length < SHORTEST_MISTYPED)) return undefined;
    return words.map((word) => (wrong.includes(word) ? mistyped(word, random) : word));
  },
  identifier: ({ identifier }) => identifier && [identifier],
  parts: ({ identifier, words }, random) =>
    identifier && [...identifierParts(identifier), ...shuffled(random, words).slice(0, 2)],
  language: (sentence, random) => [
    ...remembered(sentence, random).slice(0, 4),
    'in',
    LANGUAGE_NAMES[sentence.language],
  ],
};

const identifierParts = (identifier) => identifier.split(/_|(?=[A-Z])/).map((part) => part.toLowerCase());

/** The sentences of a skill's knowledge files, with the identifier that one may have. */
function sentencesOf({ files, manifest }) {
  const texts = [...files].filter(([name]) => name.endsWith('.md')).map(([, text]) => text);
  const sentences = texts.join('\n').match(/^(?:- )?[A-Z][^\n.]*\.(?: [A-Z][^\n.]*\.)*$/gm) ?? [];
  return sentences
    .flatMap((line) => line.replace(/^- /, '').match(/[A-Z][^.]*\./g) ?? [])
    .map((sentence) => {
      const identifier = /`(\w+)`/.exec(sentence)?.[1];
      const words =
        sentence
          .replace(/`\w+`/, '')
          .toLowerCase()
          .match(/[a-z]+/g) ?? [];
      return { identifier, words: [...new Set(words)], language: manifest.language };
    })
    .filter(({ words }) => words.length >= 6);
}

/** The same queries on every machine: `{ class, query, relevant }`, as in the files beside this one. */
export function generatedQueries() {
  const generate = skillGenerator(GENERATED);
  const known = new Map();
  const skillOf = (number) => known.get(number) ?? known.set(number, generate(number)).get(number);
  const random = createRandom(SEED);
  const queries = [];
  for (const [name, make] of Object.entries(CLASSES)) {
    for (let count = 0; count < PER_CLASS; ) {
      const skill = skillOf(Math.floor(random() * GENERATED.skills));
      const words = make(pick(random, sentencesOf(skill)), random);
      if (words === undefined) continue;
      const { language, repo } = skill.manifest;
      queries.push({ class: name, query: words.join(' '), relevant: { [`${language}/${repo}`]: 2 } });
      count += 1;
    }
  }
  return queries;
}

/**
 * Writes a synthetic registry, the same for the same options on every machine: for benchmarks, which need sizes that no
 * real registry has. Texts are markdown with headings, fences and identifiers; their words follow Zipf's law, each
 * skill has words of its own that come up often, and inflected forms share a stem, so ranking has something to do.
 * `files` counts the knowledge files of a skill, one example among them (at least 4); `words` is a file's mean length.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const UPDATED_AT = '2026-01-15T12:00:00Z';
const VOCABULARY_SIZE = 24_000;
const TOPIC_WORDS = 32;
const NAMES = 60;
const MARKDOWN_FILES = [
  'overview',
  'pitfalls',
  'safety',
  'lifecycle',
  'threading',
  'best-practices',
  'performance',
].map((name) => `${name}.md`);
const LANGUAGES = [
  { name: 'cpp', extension: 'cpp', fence: 'cpp', comment: '//' },
  { name: 'rust', extension: 'rs', fence: 'rust', comment: '//' },
  { name: 'python', extension: 'py', fence: 'python', comment: '#' },
  { name: 'go', extension: 'go', fence: 'go', comment: '//' },
  { name: 'js', extension: 'js', fence: 'js', comment: '//' },
];
/** The head of the distribution: what every text is full of. */
const COMMON =
  'the a to of in is and that it for be not with on when or this if as by are from must before after never always an use at will can which only each do does call value error data thread file object function memory type return read write string buffer result state pointer handle default time check make set get open close create new other one two same than then while more most without until into over under between because there where how what all any no some has have had was were been should would could may might also its their they them you your'.split(
    ' ',
  );
/** Software words, the next in frequency. */
const TECHNICAL =
  'server client request response connection socket timeout retry queue worker pool lock mutex atomic channel stream iterator container vector map table index key cache entry record field schema query row column transaction commit rollback cursor driver session token header body cookie route handler middleware context scope lifetime ownership reference borrow copy move allocate free leak overflow bounds range slice array matrix tensor shape kernel device texture shader window event loop callback promise future task executor runtime scheduler signal process child pipe path directory folder stat permission user group password secret key certificate verify encrypt decrypt hash digest salt nonce encode decode parse serialize format locale unicode byte character encoding compress archive checksum version upgrade migrate deprecate module package import export build link compile macro template generic trait interface class method property constructor destructor inherit override virtual abstract static constant variable parameter argument option flag command prompt shell environment configuration setting log level message trace metric counter gauge histogram benchmark profile test mock fixture assert expect fail pass skip coverage lint rule warning panic exception throw catch finally raise recover crash hang deadlock race starve block wait notify broadcast barrier fence order consistent replica shard partition leader follower cluster node edge graph tree list stack heap sort search filter reduce merge split join batch chunk page limit offset rate throttle backoff budget quota pressure drain flush sync truncate append rotate rename delete watch poll subscribe publish topic consumer producer acknowledge deliver duplicate idempotent'.split(
    ' ',
  );
const ONSETS =
  'b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p pl pr qu r s sc sh sl sp st t th tr v w z'.split(
    ' ',
  );
const NUCLEI = 'a e i o u ai ea ee oa ou'.split(' ');
const CODAS = '   b ck d g l m n nd nt p r rd s sk t x'.split(' ');
const SUFFIXES = ['', '', '', 's', 'ed', 'ing', 'er', 'able'];

/** Mulberry32, a small generator of 32 bits of state: fast, and the same everywhere. */
export function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pick = (random, list) => list[Math.floor(random() * list.length)];
const capitalise = (word) => word[0].toUpperCase() + word.slice(1);

function createVocabulary(seed) {
  const random = createRandom(seed);
  const words = new Set([...COMMON, ...TECHNICAL]);
  while (words.size < VOCABULARY_SIZE) {
    let stem = '';
    const syllables = 1 + Math.floor(random() * 2.4);
    for (let i = 0; i < syllables; i += 1) stem += pick(random, ONSETS) + pick(random, NUCLEI);
    words.add(stem + pick(random, CODAS) + pick(random, SUFFIXES));
  }
  const list = [...words];
  const cumulative = new Float64Array(list.length);
  let sum = 0;
  for (let rank = 0; rank < list.length; rank += 1) {
    // Zipf and Mandelbrot: f(r) = 1 / (r + 2.7)^1.07
    sum += 1 / (rank + 2.7) ** 1.07;
    cumulative[rank] = sum;
  }
  return { list, cumulative, total: sum };
}

function drawWord(vocabulary, random) {
  const wanted = random() * vocabulary.total;
  let low = 0;
  let high = vocabulary.cumulative.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (vocabulary.cumulative[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return vocabulary.list[low];
}

/** The voice of one skill: common words, with words of its own in between. */
function createVoice(vocabulary, random) {
  const rare = () =>
    vocabulary.list[COMMON.length + Math.floor(random() ** 2 * (vocabulary.list.length - COMMON.length))];
  const topic = Array.from({ length: TOPIC_WORDS }, rare);
  const word = () => (random() < 0.15 ? pick(random, topic) : drawWord(vocabulary, random));
  const words = (count) => Array.from({ length: count }, word);
  const newIdentifier = () => {
    const parts = [pick(random, topic), ...words(1 + Math.floor(random() * 2))];
    const style = random();
    if (style < 0.35) return parts.join('_');
    if (style < 0.7) return parts.map((part, i) => (i === 0 ? part : capitalise(part))).join('');
    return parts.map(capitalise).join('');
  };
  // A library has so many names, and its texts use them again and again, the first ones most.
  const names = Array.from({ length: NAMES }, newIdentifier);
  const identifier = () => names[Math.floor(random() ** 2 * names.length)];
  const sentence = () => {
    const list = words(7 + Math.floor(random() * 10));
    if (random() < 0.3) list.splice(2, 0, `\`${identifier()}\``);
    return `${capitalise(list.join(' '))}.`;
  };
  return { topic, words, identifier, sentence };
}

/** Identifiers count as the words they are made of. */
const countWords = (text) => text.match(/[A-Z]?[a-z]+/g)?.length ?? 0;

function codeLines(voice, language, random) {
  const lines = [];
  const count = 4 + Math.floor(random() * 6);
  for (let i = 0; i < count; i += 1) {
    if (random() < 0.4) lines.push(`${language.comment} ${voice.sentence()}`);
    lines.push(`${voice.identifier()}.${voice.identifier()}(${voice.words(2).join(', ')});`);
  }
  return lines;
}

function markdownFile(title, entry, voice, language, wantedWords, random) {
  const parts = [`# ${title}`, '', `${voice.sentence()} ${voice.sentence()}`];
  let words = countWords(parts.join(' '));
  for (let number = 1; number <= 3 || words < wantedWords; number += 1) {
    const block = [
      '',
      `## ${entry === undefined ? '' : `${entry} ${number}: `}${capitalise(voice.words(4).join(' '))}`,
      '',
      `${voice.sentence()} ${voice.sentence()} ${voice.sentence()}`,
    ];
    if (random() < 0.5)
      block.push('', `\`\`\`${language.fence}`, ...codeLines(voice, language, random), '```');
    else block.push('', ...Array.from({ length: 3 }, () => `- ${voice.sentence()}`));
    parts.push(...block);
    words += countWords(block.join(' '));
  }
  return `${parts.join('\n')}\n`;
}

function exampleFile(voice, language, wantedWords, random) {
  const lines = [];
  let words = 0;
  while (words < wantedWords) {
    const block = codeLines(voice, language, random);
    lines.push(...block);
    words += countWords(block.join(' '));
  }
  return `${lines.join('\n')}\n`;
}

function knowledgeFiles(voice, language, options, random) {
  const files = new Map();
  const length = () => Math.round(options.words * (0.8 + 0.4 * random()));
  const markdown = [...MARKDOWN_FILES];
  for (let extra = 1; markdown.length < options.files - 1; extra += 1) markdown.push(`topic-${extra}.md`);
  for (const name of markdown.slice(0, options.files - 1)) {
    const title = capitalise(name.slice(0, -3).replace('-', ' '));
    const entry = name === 'pitfalls.md' ? 'Pitfall' : name === 'safety.md' ? 'Condition' : undefined;
    files.set(name, markdownFile(title, entry, voice, language, length(), random));
  }
  files.set(`examples/basic.${language.extension}`, exampleFile(voice, language, length(), random));
  return files;
}

const PRIORITY_OF = new Map([
  ['overview.md', 'P0'],
  ['pitfalls.md', 'P0'],
  ['safety.md', 'P0'],
  ['performance.md', 'P2'],
]);

function skillManifest(number, voice, language, files, random) {
  const name = `${voice.topic[0]}-${number}`;
  const author = `author-${number % 97}`;
  const priorities = { P0: [], P1: [], P2: [], P3: [] };
  for (const file of files.keys()) {
    priorities[file.startsWith('examples/') ? 'P3' : (PRIORITY_OF.get(file) ?? 'P1')].push(file);
  }
  return {
    name,
    repo: `${author}/${name}`,
    language: language.name,
    tier: random() < 0.3 ? 'tier1' : 'tier2',
    group: random() < 0.5 ? 'main' : 'contrib',
    version: `${Math.floor(random() * 9)}.${Math.floor(random() * 20)}.0`,
    skill_version: '0.1.0',
    schema: 'skills/v1',
    skill_type: 'library',
    repo_skill: false,
    trust_score: 50 + Math.floor(random() * 50),
    updated_at: UPDATED_AT,
    tags: voice.topic.slice(1, 4),
    read_order: priorities.P0,
    files: priorities,
    risk_level: pick(random, ['high', 'medium', 'low']),
  };
}

function indexEntry(manifest, voice) {
  const { name, repo, language, tier, group, version, trust_score, tags, risk_level } = manifest;
  const summary = voice.sentence().replaceAll('`', '');
  const key = `${language}/${repo}`;
  return { key, name, language, tier, group, version, trust_score, tags, summary, risk_level };
}

/** Each skill has its own stream, so the first ones are the same however many there are. */
const streamOf = (seed, number) =>
  createRandom(Math.imul(seed + 1, 2_654_435_761) ^ Math.imul(number + 1, 40_503));

function makeSkill(number, vocabulary, options) {
  const random = streamOf(options.seed, number);
  const language = LANGUAGES[number % LANGUAGES.length];
  const voice = createVoice(vocabulary, random);
  const files = knowledgeFiles(voice, language, options, random);
  const manifest = skillManifest(number, voice, language, files, random);
  return { files, manifest, entry: indexEntry(manifest, voice) };
}

function writeSkill(folder, { files, manifest, entry }) {
  const skillFolder = join(folder, 'skills', manifest.language, ...manifest.repo.split('/'));
  mkdirSync(join(skillFolder, 'examples'), { recursive: true });
  for (const [name, text] of files) writeFileSync(join(skillFolder, name), text);
  writeFileSync(join(skillFolder, 'skill.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return entry;
}

/**
 * The skills of such a registry without a folder: the files and the entry of each, by its number.
 *
 * @param {{ files?: number, words?: number, seed?: number }} options
 */
export function skillGenerator(options) {
  const complete = { files: 8, words: 700, seed: 1, ...options };
  const vocabulary = createVocabulary(complete.seed);
  return (number) => makeSkill(number, vocabulary, complete);
}

/** Wrong in one field: findings cost, and real registries have some. What is served is the value of skill.json. */
const withFault = (entry) => ({ ...entry, trust_score: String(entry.trust_score) });

/**
 * Writes the registry into `folder`, which is emptied first. Each entry of its index.json has a finding. Returns the
 * index without these.
 *
 * @param {string} folder
 * @param {{ skills: number, files?: number, words?: number, seed?: number }} options
 */
export function generateRegistry(folder, options) {
  const generate = skillGenerator(options);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const skills = Array.from({ length: options.skills }, (_, number) => writeSkill(folder, generate(number)));
  const index = { schema: 'skills/v1', version: 1, updated_at: UPDATED_AT, skills };
  writeFileSync(
    join(folder, 'index.json'),
    JSON.stringify({ ...index, skills: skills.map(withFault) }, null, 2),
  );
  return index;
}

/** Finds the library that a question is about: that printed its message, that it names, with a skill or without one. */

import { LANGUAGES, type SkillKey } from '../contract/api.ts';
import type { FindIndex } from './find-index.ts';
import { frequencyOf, skillOf } from './inverted-index.ts';
import { languagesOfName, namedLibrary, pythonPackage } from './library-forms.ts';
import { BACKGROUND_DOCUMENTS, backgroundDocuments } from './match-measure.ts';
import { messageLanguages } from './query.ts';
import type { ResolvedQuery } from './resolve-query.ts';
import type { SkillNames } from './skill-names.ts';
import { FIELD, OCCURRENCES } from './skill-terms.ts';
import { messageSpeakers, type Speaker } from './speakers.ts';
import { runsOf, wordsOf } from './word-analysis.ts';
import { STOP_WORDS } from './word-lists.ts';

export interface MessageSource {
  /** Name of the library or tool; undefined if it is unknown, or possibly covered under another name. */
  readonly name?: string;
  readonly isCompiler?: boolean;
  readonly keys: ReadonlySet<SkillKey>;
  /** Whether the library is named in words, not by a message. */
  readonly isAsked?: boolean;
  /** Whether the question has a message, not only a library's name. */
  readonly isMessage: boolean;
  readonly mentioned: ReadonlySet<SkillKey>;
  /** Language of a library in the question that no skill covers: a skill of another language is no sure answer. */
  readonly language?: string;
}

/** Least occurrences that suggest that a skill covers a library. */
const OFTEN = 8;
/** Share of the skills that have a word which is no library's name: `next`. */
const COMMON = 0.25;
const COMMON_FROM = 3;
const COVERING = FIELD.name | FIELD.tags | FIELD.author;

export type KnownNames = Pick<SkillNames, 'resolve' | 'related' | 'hasAuthor'>;

interface Resolved extends Speaker {
  readonly keys: readonly SkillKey[];
}

export function nameMessageSource(index: FindIndex, text: string, names: KnownNames): MessageSource {
  const resolve = (name: string): readonly SkillKey[] => names.resolve(name);

  const asked = askedLibrary(index, text);
  if (asked !== undefined && resolve(text).length === 0 && isOtherLibrary(index, text, asked, names))
    return { name: asked, isAsked: true, keys: new Set(), isMessage: false, mentioned: new Set() };
  const printing = messageLanguages(text);
  const speakers = messageSpeakers(text).map((speaker): Resolved => {
    const languages = narrowed(speaker.languages, printing);
    const keys = resolve(speaker.name).filter((key) => isIn(key, languages));
    return { ...speaker, languages, keys };
  });
  const mentioned = new Set(speakers.flatMap(({ keys }) => keys));
  const source =
    sourceOf(speakers, ({ name, languages }) => mayCover(index, name, languages)) ??
    namedInWords(index, text, names);
  const isMessage = speakers.length > 0 && /\s/.test(text.trim());
  const language = uncoveredLibrary(index, text)?.language;
  const known = language === undefined ? {} : { language };
  return { ...(source ?? { keys: new Set<SkillKey>() }), isMessage, mentioned, ...known };
}

/** Returns the package if the whole question is its name. */
function askedLibrary(index: FindIndex, text: string): string | undefined {
  const named = namedLibrary(text);
  const name = text.trim();
  if (named !== undefined || /\s/.test(name) || name.length > LONGEST_NAME) return named;
  if (languagesOfName(name)?.length === 1 || pythonPackage(name) !== undefined) return name;
  // `grpcio`, `tokio-util`; words and identifiers of texts are questions.
  const isKnown = wordsOf(name).some(({ term }) => index.lookUp(term) !== undefined);
  return /^[a-z]\w*(?:-\w+)+$/i.test(name) || (/^\w+$/.test(name) && !isKnown) ? name : undefined;
}

const LONGEST_NAME = 100;

/** Returns whether a name is another library's: skills have a like name, or no text has it. */
function isOtherLibrary(index: FindIndex, text: string, name: string, names: KnownNames): boolean {
  const { keys, isSame } = names.related(text);
  if (isSame) return false;
  if (keys.length > 0) return true;
  return namedLibrary(text) !== undefined && !mayCover(index, name, languagesOfName(text) ?? LANGUAGES);
}

/** Narrows languages by other shapes of the message: Rust and C++ write paths alike. */
function narrowed(languages: readonly string[], printing: ReadonlySet<string>): readonly string[] {
  const both = languages.filter((language) => printing.has(language));
  return languages.length > 1 && both.length > 0 ? both : languages;
}

function isIn(key: SkillKey, languages: readonly string[]): boolean {
  return languages.some((language) => key.startsWith(`${language}/`));
}

function sourceOf(
  speakers: readonly Resolved[],
  isUnsure: (speaker: Speaker) => boolean,
): Pick<MessageSource, 'name' | 'keys' | 'isCompiler'> | undefined {
  const by = (kind: Speaker['by']) => speakers.filter((speaker) => speaker.by === kind);
  const messages = by('message');
  const [frame] = by('frame');
  const surest = messages.find(({ keys }) => keys.length > 0) ?? messages[0] ?? frame;
  const named = surest ?? by('hint').find(({ keys }) => keys.length > 0) ?? by('tool')[0];
  if (named === undefined) return undefined;
  if (named.keys.length === 0 && isUnsure(named)) return undefined;
  return { name: named.name, keys: new Set(named.keys), isCompiler: named.isCompiler === true };
}

/** Returns a library that is named in plain words, unless a skill is named, too, which may be the subject. */
function namedInWords(
  index: FindIndex,
  text: string,
  names: KnownNames,
): Pick<MessageSource, 'name' | 'keys' | 'isAsked'> | undefined {
  const other = otherPackage(text, names);
  if (other !== undefined) return { name: other, keys: new Set(), isAsked: true };
  const library = uncoveredLibrary(index, text);
  if (library === undefined || namesSkill(text, names)) return undefined;
  return { name: library.name, keys: new Set(), isAsked: true };
}

/** `tokio-postgres`; names with underscores are identifiers of a library as often. */
const PACKAGE = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/i;
/** Words of a sentence that are joined to a library's name: `tokio-based`, `requests-per-second`, `redis-cluster`. */
const JOINED =
  /-(?:based|like|style|side|safe|free|only|aware|specific|related|backed|powered|compatible|native|friendly|level|wide|per|and|or|to|in|of|the|scoped|bound|managed|driven|cluster|servers?|sessions?|connections?|pools?|threads?|workers?|runtime|fixtures?|arrays?|errors?|calls?|requests?|responses?|messages?|quer(?:y|ies))(?:-|$)/i;
/** Most characters of a question: longer texts are messages, whose frames tell the library. */
const LONGEST_QUESTION = 300;
/** Most packages that are compared with the names of all skills. */
const MOST_PACKAGES = 3;

/**
 * A package of its own that is named in a sentence: a skill's name is a part of its name, and no skill is named itself.
 * What stands in quotation marks is a message.
 */
function otherPackage(text: string, names: KnownNames): string | undefined {
  if (text.length > LONGEST_QUESTION) return undefined;
  const words = text.split(/[\s,;:!?()]+/).map((word) => word.replace(/\.$/, ''));
  if (words.some((word) => names.resolve(word).length > 0)) return undefined;
  const packages = words.filter((word) => PACKAGE.test(word) && !JOINED.test(word));
  const beside = packages.filter((word) => isBesideSkill(word.toLowerCase(), names)).slice(0, MOST_PACKAGES);
  return beside.find((word) => !names.related(word).isSame);
}

/** `tokio-postgres` begins with a skill's name, `flask-sqlalchemy` ends in one behind the name of another library. */
function isBesideSkill(name: string, names: KnownNames): boolean {
  const parts = name.split('-');
  const isSkill = (asked: string) => names.resolve(asked).length > 0;
  if (parts.some((_, at) => at > 0 && isSkill(parts.slice(0, at).join('-')))) return true;
  const [first = ''] = parts;
  return knownLibraries(first).length > 0 && isSkill(parts.slice(1).join('-'));
}

/** Returns a known library that no skill covers. `engine.io` is no engine of another language; `dotenv` may be covered under that name. */
function uncoveredLibrary(index: FindIndex, text: string): KnownLibrary | undefined {
  return knownLibraries(text).find(({ name, language }) => {
    const languages = !/[.\s]/.test(name) ? LANGUAGES : language === '' ? [] : [language];
    return !mayCover(index, name, languages);
  });
}

/** Returns whether a text has the name or the author of a skill. */
function namesSkill(text: string, names: KnownNames): boolean {
  const runs = new Set(runsOf(text).map((run) => run.toLowerCase()));
  return [...runs].some((run) => names.resolve(run).length > 0 || names.hasAuthor(run));
}

/** Returns whether a skill may cover a library: its name, tags or author have the name, or its texts often. */
function mayCover(index: FindIndex, name: string, languages: readonly string[]): boolean {
  return coveringTerms(name).some((term) => {
    const { documents = 0, postings = [] } = index.lookUp(term) ?? {};
    const isCommon = documents > Math.max(COMMON_FROM, COMMON * index.documentCount);
    return postings.some((posting) => {
      const key = index.skills[skillOf(posting)]?.document.key;
      const frequency = frequencyOf(posting);
      const isAbout = (frequency & COVERING) !== 0 || (!isCommon && (frequency & OCCURRENCES) >= OFTEN);
      return key !== undefined && isAbout && isIn(key, languages);
    });
  });
}

/** Returns `react` and `dom` for `react-dom`, the last part of a path, the scope of a package. */
function coveringTerms(name: string): readonly string[] {
  const [scope = ''] = name.startsWith('@') ? name.slice(1).split('/') : [];
  const path = name.replace(/\/v\d+$/, '');
  const own = scope !== '' ? scope : path.slice(path.lastIndexOf('/') + 1);
  const [first = ''] = own.split(/[-.]/);
  const [whole, part] = wordsOf(first);
  return [whole, part].flatMap((word) => (word === undefined ? [] : [word.term]));
}

/** Returns the skills that a question names, by names that no other skill has as a name or tag. */
export function calledSkills(index: FindIndex, query: ResolvedQuery): ReadonlySet<SkillKey> {
  return onlyNamed(index, query, (term) => !isCommonWord(term));
}

/**
 * Returns the skills whose name is a word of any technical text and stands in the question where a library does: behind
 * `in`, `with` or `using` at the end, or first of a few words that make no sentence: `a timeout in requests`, `requests timeout`.
 */
export function spokenSkills(index: FindIndex, query: ResolvedQuery): ReadonlySet<SkillKey> {
  if (query.text.length > LONGEST_SPOKEN) return new Set();
  const spoken = spokenWord(runsOf(query.text).map((run) => run.toLowerCase()));
  return onlyNamed(index, query, (term, word) => word === spoken && isCommonWord(term));
}

/** Characters of a question in plain words, and the words of one that is no sentence. */
const LONGEST_SPOKEN = 200;
const MOST_SPOKEN = 4;
const BEFORE_NAME: ReadonlySet<string> = new Set(['in', 'with', 'using']);

/** Returns the word that stands where a library does; undefined if none does. */
function spokenWord(runs: readonly string[]): string | undefined {
  const [first = ''] = runs;
  const isSentence = runs.length > MOST_SPOKEN || runs.some((run) => STOP_WORDS.has(run) || run === 'per');
  if (runs.length > 1 && !isSentence) return first;
  return BEFORE_NAME.has(runs.at(-2) ?? '') ? runs.at(-1) : undefined;
}

/** Share of the documents of any technical text from which on a word names no library by itself: `requests`, unlike `react`. */
const COMMON_WORD = 0.1;

function isCommonWord(term: string): boolean {
  return backgroundDocuments(term) > COMMON_WORD * BACKGROUND_DOCUMENTS;
}

/** Returns the skills that are called as a word of the question is, which no other skill has as name or tag. */
function onlyNamed(
  index: FindIndex,
  { terms }: ResolvedQuery,
  accepts: (term: string, word: string) => boolean,
): ReadonlySet<SkillKey> {
  const called = new Set<SkillKey>();
  for (const { kind, term, word, postings } of terms) {
    if (kind !== 'own' || !accepts(term, word.toLowerCase())) continue;
    const about = postings.filter((posting) => (frequencyOf(posting) & (FIELD.name | FIELD.tags)) !== 0);
    const only = about.length === 1 ? index.skills[skillOf(about[0] as number)]?.document : undefined;
    if (only?.name.toLowerCase() === word.toLowerCase()) called.add(only.key);
  }
  return called;
}

/**
 * Widely used libraries, no words of everyday or technical English. Excludes `express`, `rocket`, `react`,
 * and servers and protocols (Redis, gRPC), which a library's skill may be about.
 */
const LIBRARY_NAMES: Readonly<Record<string, string>> = {
  js:
    'prisma mongoose axios fastify nestjs sequelize knex typeorm mikroorm kysely drizzle bullmq ioredis socketio ' +
    'winston zod ajv lodash rxjs vite vitest jest mocha chai cypress puppeteer jsdom webpack rollup esbuild babel ' +
    'eslint nodemon nodemailer multer koa nextjs nuxt svelte sveltekit reactjs redux zustand mobx vue vuejs vuex ' +
    'pinia vuetify jquery threejs dayjs trpc mysql2 passportjs jsonwebtoken bcryptjs dotenv yargs execa cheerio ' +
    'amqplib kafkajs expressjs',
  python:
    'django pandas polars scipy sklearn matplotlib seaborn plotly pytorch tensorflow keras httpx urllib3 aiohttp ' +
    'starlette fastapi uvicorn gunicorn hypercorn pydantic marshmallow alembic peewee sqlmodel sqlalchemy psycopg ' +
    'psycopg2 asyncpg aiopg pymysql mysqlclient pymongo mongoengine boto3 botocore paramiko scrapy beautifulsoup ' +
    'bs4 lxml jinja2 werkzeug celery dramatiq apscheduler structlog loguru numpy numba pytest mypy pylint mkdocs ' +
    'networkx nltk spacy gensim langchain xgboost lightgbm pyspark pyarrow pygame kivy pyqt pyside sanic litestar ' +
    'flask gevent eventlet anyio kombu',
  rust:
    'axum sqlx seaorm prost rusqlite crossbeam bevy tauri clap tokio reqwest serde actix rustls rdkafka deadpool r2d2 ' +
    'bb8 nalgebra ndarray egui wgpu leptos dioxus lettre tantivy rumqttc thiserror itertools',
  go: 'gorm entgo sarama logrus zerolog gofiber fasthttp gqlgen pgx sqlc sqlboiler goqu asynq testify gomega gomock',
  cpp:
    'libpqxx websocketpp spdlog rapidjson nlohmann qt5 qt6 wxwidgets imgui sfml libcurl libevent libuv nghttp2 ' +
    'rocksdb leveldb googletest gtest poco restbed pistache crowcpp nanomsg zeromq hiredis libmysqlclient libzmq',
  // Libraries of languages without skills.
  '':
    'hibernate springframework junit mockito lombok okhttp netty quarkus micronaut vertx jooq mybatis flyway ' +
    'liquibase log4j logback slf4j hikaricp jedis redisson rails laravel symfony phpunit activerecord sidekiq rspec ' +
    'efcore automapper mediatr xunit nunit serilog newtonsoft signalr swiftui alamofire ktor',
};

/** The languages of known libraries, by name. */
const KNOWN_LIBRARIES: ReadonlyMap<string, string> = new Map(
  Object.entries(LIBRARY_NAMES).flatMap(([language, names]) =>
    names.split(' ').map((name) => [name, language] as const),
  ),
);

/** Names that are no single run of letters, or that only their surroundings tell from a word. */
const SEVERAL_WORDS: ReadonlyArray<readonly [language: string, names: RegExp]> = [
  [
    'js',
    /\b(?:socket\.io(?:-client)?|engine\.io(?:-client)?|(?:next|nuxt|vue|react|three|express)\.js|mikro-orm|react[- ](?:native|router|query)|express-(?:session|ws|validator|rate-limit)|express(?= (?:api|app|backend|handler|middleware|router|routes?|server|session|websockets?)\b)|(?<=\b(?:in|with|using|of|from|my|our) )express(?! (?:the|a|an|this|that|it|my|terms?)\b)|(?<=['"`])express(?=['"`])|(?<=^|\n)express(?=:))\b/i,
  ],
  ['python', /\bscikit-learn\b/i],
  ['rust', /\bsea[-_ ]orm\b/i],
  ['go', /\b(?:go-chi|labstack echo)\b/i],
  ['', /\b(?:spring ?boot|entity framework(?: core)?|ruby on rails)\b/i],
];

interface KnownLibrary {
  readonly name: string;
  /** '' for a language without skills. */
  readonly language: string;
}

/** Returns the known libraries that a text names, also `Prisma` in `PrismaClientInitializationError`. */
function knownLibraries(text: string): readonly KnownLibrary[] {
  const several = SEVERAL_WORDS.flatMap(([language, names]) => {
    const [name] = names.exec(text) ?? [];
    return name === undefined ? [] : [{ name, language }];
  });
  const runs = runsOf(text).flatMap((run) => [run, firstPart(run)]);
  const named = runs.flatMap((name) => {
    const language = KNOWN_LIBRARIES.get(name.toLowerCase());
    return language === undefined ? [] : [{ name, language }];
  });
  return [...several, ...named];
}

function firstPart(run: string): string {
  return /^[A-Z]?[a-z0-9]+(?=[A-Z_])/.exec(run)?.[0] ?? run;
}

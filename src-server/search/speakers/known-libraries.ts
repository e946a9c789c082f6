import { runsOf } from '../words/text-scanner.ts';

/**
 * Widely used libraries, no words of everyday or technical English. Excludes `express`, `rocket`, `react`,
 * and servers and protocols (Redis, gRPC), which a library's skill may be about.
 */
const NAMES: Readonly<Record<string, string>> = {
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
    'rocksdb leveldb googletest gtest',
  // Without skills.
  '':
    'hibernate springframework junit mockito lombok okhttp netty quarkus micronaut vertx jooq mybatis flyway ' +
    'liquibase log4j logback slf4j hikaricp jedis redisson rails laravel symfony phpunit activerecord sidekiq rspec ' +
    'efcore automapper mediatr xunit nunit serilog newtonsoft signalr swiftui alamofire ktor',
};

/** Known libraries: the language by the name. */
const KNOWN_LIBRARIES: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([language, names]) =>
    names.split(' ').map((name) => [name, language] as const),
  ),
);

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

export interface KnownLibrary {
  readonly name: string;
  /** '' for a language without skills. */
  readonly language: string;
}

/** Also `Prisma` in `PrismaClientInitializationError`. */
export function knownLibraries(text: string): readonly KnownLibrary[] {
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

import { runsOf } from '../words/text-scanner.ts';

/**
 * Widely used libraries, no words of everyday or technical English. Excludes `express`, `rocket`, `react`,
 * and servers and protocols (Redis, gRPC), which a library's skill may be about.
 */
const KNOWN_LIBRARIES: ReadonlySet<string> = new Set(
  // JavaScript.
  (
    'prisma mongoose axios fastify nestjs sequelize knex typeorm mikroorm kysely drizzle bullmq ioredis socketio ' +
    'winston zod ajv lodash rxjs vite vitest jest mocha chai cypress puppeteer jsdom webpack rollup esbuild babel ' +
    'eslint nodemon nodemailer multer koa nextjs nuxt svelte sveltekit reactjs redux zustand mobx vue vuejs vuex ' +
    'pinia vuetify jquery threejs dayjs trpc mysql2 passportjs jsonwebtoken bcryptjs dotenv yargs execa cheerio ' +
    'amqplib kafkajs expressjs ' +
    // Python.
    'django pandas polars scipy sklearn matplotlib seaborn plotly pytorch tensorflow keras httpx urllib3 aiohttp ' +
    'starlette fastapi uvicorn gunicorn hypercorn pydantic marshmallow alembic peewee sqlmodel sqlalchemy psycopg ' +
    'psycopg2 asyncpg aiopg pymysql mysqlclient pymongo mongoengine boto3 botocore paramiko scrapy beautifulsoup ' +
    'bs4 lxml jinja2 werkzeug celery dramatiq apscheduler structlog loguru numpy numba pytest mypy pylint mkdocs ' +
    'networkx nltk spacy gensim langchain xgboost lightgbm pyspark pyarrow pygame kivy pyqt pyside sanic litestar ' +
    'flask gevent eventlet anyio kombu ' +
    // Rust.
    'axum sqlx seaorm prost rusqlite crossbeam bevy tauri clap tokio reqwest serde actix rustls rdkafka deadpool r2d2 ' +
    'bb8 nalgebra ndarray egui wgpu leptos dioxus lettre tantivy rumqttc thiserror itertools ' +
    // Go.
    'gorm entgo sarama logrus zerolog gofiber fasthttp gqlgen pgx sqlc sqlboiler goqu asynq testify gomega gomock ' +
    // C++.
    'libpqxx websocketpp spdlog rapidjson nlohmann qt5 qt6 wxwidgets imgui sfml libcurl libevent libuv nghttp2 ' +
    'rocksdb leveldb googletest gtest ' +
    // Other languages.
    'hibernate springframework junit mockito lombok okhttp netty quarkus micronaut vertx jooq mybatis flyway ' +
    'liquibase log4j logback slf4j hikaricp jedis redisson rails laravel symfony phpunit activerecord sidekiq rspec ' +
    'efcore automapper mediatr xunit nunit serilog newtonsoft signalr swiftui alamofire ktor'
  ).split(' '),
);

const SEVERAL_WORDS =
  /\b(?:socket\.io|(?:next|nuxt|vue|react|three|express)\.js|sea[-_ ]orm|go-chi|spring ?boot|labstack echo|entity framework(?: core)?|mikro-orm|react[- ](?:native|router|query)|ruby on rails|scikit-learn)\b/i;

/** Also `Prisma` in `PrismaClientInitializationError`. */
export function knownLibraries(text: string): readonly string[] {
  const runs = runsOf(text).flatMap((run) => [run, firstPart(run)]);
  const named = runs.filter((run) => KNOWN_LIBRARIES.has(run.toLowerCase()));
  const [several] = SEVERAL_WORDS.exec(text) ?? [];
  return several === undefined ? named : [several, ...named];
}

function firstPart(run: string): string {
  return /^[A-Z]?[a-z0-9]+(?=[A-Z_])/.exec(run)?.[0] ?? run;
}

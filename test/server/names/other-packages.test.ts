/** Names of other packages and other ecosystems: they get no skill of a like name, through any door. */
import { resolve as pathOf } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleRegistry } from '../../../src-server/built-files.ts';
import type { FindResponse, MatchResponse, ResolveResponse } from '../../../src-server/contract/api.ts';
import { startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { connectOverHttp, textOf } from '../../support/mcp-client.ts';
import { runCliAs } from '../../support/run-cli-here.ts';
import { ask, sharedTestServers } from '../../support/test-server.ts';
import { unless, without } from '../../support/unless.ts';
import { urlOf } from '../../support/url-of.ts';

const REAL = '../shared/real-registry';

/** Names, by the skill that is near. */
type Table = Readonly<Record<string, readonly string[]>>;

const NEAR_IN_SAMPLE: Table = {
  'cpp/grpc/grpc': [
    'google.golang.org/grpc',
    'google.golang.org/grpc/codes',
    '@grpc/grpc-js',
    '@grpc/proto-loader',
    'grpcio',
    'grpcio-tools',
    'grpc-web',
    'grpc-gateway',
    'grpc-java',
    'pkg:pypi/grpc',
    'npm:grpc',
    'pkg:maven/io.grpc/grpc',
    'crate:grpc',
  ],
  'rust/tokio-rs/tokio': [
    'tokio-postgres',
    'tokio-util',
    'tokio_util::codec',
    'tokio-stream',
    'tokio-rustls',
    'tokio-tungstenite',
    'https://crates.io/crates/tokio-postgres',
  ],
  'rust/rayon-rs/rayon': ['rayon-core', 'rayon_cond'],
  'python/psf/requests': [
    'requests-oauthlib',
    'requests_toolbelt',
    'requests-mock',
    'requests-html',

    'pypi:requests-cache',
  ],
  'python/sqlalchemy/sqlalchemy': [
    'sqlalchemy-utils',
    'sqlalchemy_utils',
    'sqlalchemy-redshift==0.8.14',
    'SQLAlchemy-Continuum',
  ],
  'cpp/gabime/spdlog': ['spdlog-rs', 'python-spdlog', 'pypi:spdlog', 'spdlog_setup'],
  'go/gorilla/websocket': ['websocket-client', 'websocketpp', 'websockets'],
  'go/jackc/pgx': ['pgx-zap', 'npm:pgx', 'github.com/vgarvardt/pgx-google-uuid/v5'],
  'js/websockets/ws': ['npm:websocket', 'pypi:ws', 'crate:ws', 'go-ws'],
  'js/brianc/node-postgres': ['crate:node-postgres', 'node-postgres-named'],
};

const NEAR_IN_REAL: Table = {
  'python/pallets/flask': ['flask-sqlalchemy', 'flask_login', 'Flask-RESTful==0.3.10', 'flask-cors'],
  'python/pytest-dev/pytest': ['pytest-asyncio', 'pytest_cov', 'pytest-xdist[psutil]==3.5', 'pytest-mock'],
  'python/celery/celery': ['celery-beat', 'celery-redbeat', 'celerybeat-mongo'],
  'python/numpy/numpy': ['numpy-financial', 'numpydoc', 'numpy-stl'],
  'python/tiangolo/fastapi': ['fastapi-users', 'fastapi_pagination', 'fastapi-cache2'],
  'python/aio-libs/aiohttp': ['aiohttp-cors', 'aiohttp-session', 'aiohttp_jinja2'],
  'python/psycopg/psycopg2': ['psycopg', 'psycopg[binary]==3.2', 'psycopg2cffi', 'psycopg-pool'],
  'rust/hyperium/hyper': ['hyper-util', 'hyper_util::rt', 'hyper-rustls', 'hyper-tls', 'hyperlocal'],
  'rust/serde-rs/serde': ['serde_json', 'serde_yaml', 'serde-wasm-bindgen', 'serde_derive'],
  'rust/rustls/rustls': ['rustls-pemfile', 'rustls-native-certs', 'rustls_pki_types'],
  'rust/rust-lang/reqwest': ['reqwest-middleware', 'reqwest-eventsource'],
  'rust/diesel-rs/diesel': ['diesel-async', 'diesel_migrations'],
  'rust/actix/actix-web': ['actix', 'actix-web-actors', 'actix_web_httpauth'],
  'rust/gfx-rs/wgpu': ['wgpu-native', 'wgpu_glyph', 'npm:wgpu'],
  'go/aws/aws-sdk-go': [
    'github.com/aws/aws-sdk-go-v2',
    'github.com/aws/aws-sdk-go-v2/service/s3',
    'github.com/aws/aws-sdk-go-v2/config',
  ],
  'go/gin-gonic/gin': ['github.com/gin-contrib/cors', 'github.com/gin-contrib/sessions/redis'],
  'go/uber-go/zap': ['zap-prometheus', 'npm:zap'],
  'go/spf13/cobra': ['cobra-cli', 'pypi:cobra', 'cobrapy'],
  'go/go-sql-driver/mysql': ['mysqlclient', 'mysql2', 'npm:mysql', 'mysql-connector-python', 'mysql_async'],
  'cpp/opencv/opencv': ['opencv-python', 'cv2', 'opencv4nodejs', 'crate:opencv'],
  'cpp/protocolbuffers/protobuf': [
    'google.golang.org/protobuf',
    'google.golang.org/protobuf/proto',
    'google.protobuf',
    'protobufjs',
    'pypi:protobuf',
  ],
  'cpp/zeromq/cppzmq': ['github.com/pebbe/zmq4'],
};

/** Names that no skill is near. */
const UNKNOWN_IN_SAMPLE = [
  '@prisma/client',
  'github.com/gorilla/mux',
  'node-fetch',
  'asyncpg',
  'k8s.io/client-go',
];

/** These mean the skill, and must go on to do so. */
const SAME_IN_SAMPLE: Table = {
  'go/jackc/pgx': [
    'github.com/jackc/pgx/v5/pgxpool',
    'pgxpool',
    'https://github.com/jackc/pgx',
    'go:github.com/jackc/pgx/v5',
  ],
  'cpp/grpc/grpc': [
    'grpc',
    'github.com/grpc/grpc',
    'https://github.com/grpc/grpc.git',
    'grpc/1.62.0@',
    '#include <grpc/grpc.h>',
    'libgrpc++-dev',
  ],
  'python/psf/requests': [
    'python-requests',
    'python3-requests',
    'requests.adapters',
    'from requests import Session',
    'import requests',
  ],
  'rust/tokio-rs/tokio': ['tokio::net', 'tokio-1.40.0', 'https://docs.rs/tokio/latest/tokio', 'crate:tokio'],
  'js/websockets/ws': ['ws', 'npm:ws', '@types/ws', "import WebSocket from 'ws'"],
  'python/sqlalchemy/sqlalchemy': [
    'sqlalchemy.ext.asyncio',
    'SQLAlchemy[asyncio]>=2',
    'pkg:pypi/sqlalchemy@2.0',
  ],
};
const SAME_IN_REAL: Table = {
  'python/psycopg/psycopg2': ['psycopg2-binary', 'psycopg2.extras'],
  'cpp/boostorg/asio': ['boost::asio', 'boost/asio.hpp'],
  'go/uber-go/zap': ['go.uber.org/zap/zapcore', 'github.com/uber-go/zap'],
  'go/gin-gonic/gin': ['github.com/gin-gonic/gin/binding'],
  'go/redis/go-redis': ['github.com/redis/go-redis/v9', 'go-redis'],
  'python/redis/redis-py': ['pypi:redis', 'python-redis', 'import redis'],
  'rust/hyperium/hyper': ['hyper::body', 'use hyper::Request;'],
  'cpp/libigl/eigen': ['eigen3', 'libeigen3-dev'],
  'cpp/sqlite/sqlite': ['sqlite3.h', 'libsqlite3-dev'],
};

const pairs = (table: Table) =>
  Object.entries(table).flatMap(([key, names]) => names.map((name) => [name, key] as const));

const shared = sharedTestServers();

async function doors(registry: string) {
  const { url, get } = await shared(registry);
  const client = await connectOverHttp(url, 'modern');
  return {
    async tool(name: string, path: string) {
      return textOf(
        await client.callTool({ name, arguments: { path, section: 'pitfalls', max_tokens: 90 } }),
      );
    },
    async resolve(q: string) {
      return (await get(`/v1/resolve?near=1&q=${encodeURIComponent(q)}`)).json<ResolveResponse>();
    },
    async find(q: string) {
      return (await get(`/v1/find?explain=1&q=${encodeURIComponent(q)}`)).json<FindResponse>();
    },
    async search(q: string, names: string) {
      const asked = names === '1' ? '&names=1' : '';
      return (await get(`/v1/search?q=${encodeURIComponent(q)}${asked}`)).text;
    },
    async match(purls: readonly string[]) {
      const body = JSON.stringify({ packages: purls.map((purl) => ({ purl })) });
      const headers = { 'Content-Type': 'application/json' };
      const answer = await ask(`${url}/v1/match`, { method: 'POST', headers, body });
      return answer
        .json<MatchResponse>()
        .packages.map(({ purl, skill }) => `${purl} ${skill?.level} ${skill?.key}`);
    },
  };
}

async function taken(registry: string, table: Table): Promise<readonly string[]> {
  const { tool, resolve, find, search } = await doors(registry);
  // Commands ask a running service: opening the registry for each costs a hundred times as much.
  const userFolder = temporaryUserFolder();
  const folder = pathOf(registry);
  await urlOf(startCli(['serve', '-p', '0', '-r', folder], { userFolder }));
  const wrong: string[] = [];
  for (const [name, key] of pairs(table)) {
    for (const door of ['get_skill', 'get_section']) {
      const text = await tool(door, name);
      if (!text.startsWith(`'${name}' has no skill of its own; nearest: `) || !text.includes(key))
        wrong.push(`${door} ${name}: ${text}`);
    }
    const { keys, near = [], same } = await resolve(name);
    if (keys.length > 0 || same !== false || !near.includes(key))
      wrong.push(`resolve ${name}: ${JSON.stringify({ keys, near, same })}`);
    const { question } = await find(name);
    // An identifier that texts have may be what the question is about.
    if (question?.strength === 'strong' && !name.includes('_')) wrong.push(`find ${name}: strong`);
    const { out, code } = await runCliAs(['show', name, '-r', folder], { userFolder });
    if (code === 0) wrong.push(`show ${name}: ${out.slice(0, 100)}`);
    if ((await search(name, '1')) !== (await search(name, '0'))) wrong.push(`by name ${name}`);
  }
  return wrong;
}

async function missed(registry: string, table: Table): Promise<readonly string[]> {
  const { tool } = await doors(registry);
  const wrong: string[] = [];
  for (const [name, key] of pairs(table)) {
    const text = await tool('get_skill', name);
    if (!text.startsWith(`${key} `)) wrong.push(`${name}: ${text}`);
  }
  return wrong;
}

describe('the name of another package', () => {
  it('gets no skill of the sample, and the name of the nearest', async () => {
    expect(await taken(sampleRegistry(), NEAR_IN_SAMPLE)).toEqual([]);
  });

  it('gets no skill of a real registry, and the name of the nearest', unless(without(REAL)), async () => {
    expect(await taken(REAL, NEAR_IN_REAL)).toEqual([]);
  });

  it('is no dependency that has a skill', async () => {
    const { match } = await doors(sampleRegistry());
    const purls = [
      'pkg:npm/%40grpc/grpc-js@1.10.0',
      'pkg:pypi/grpcio@1.62.0',
      'pkg:golang/google.golang.org/grpc@1.62.0',
      'pkg:cargo/tokio-postgres@0.7.10',
      'pkg:cargo/rayon-core@1.12.0',
      'pkg:pypi/sqlalchemy-utils@0.41.0',
      'pkg:pypi/websockets@12.0',
      'pkg:npm/websocket@1.0.34',
      'pkg:npm/requests@0.3.0',
      'pkg:cargo/ws@0.9.2',
    ];
    expect(await match(purls)).toEqual(purls.map((purl) => `${purl} undefined undefined`));
  });

  it('that none is near is not found', async () => {
    const { tool } = await doors(sampleRegistry());
    for (const name of UNKNOWN_IN_SAMPLE)
      expect(await tool('get_skill', name)).toBe(`Skill '${name}' not found: go on without a skill.`);
  });
});

/** As socket.io, Express and others of JavaScript print them, and as people write about them. */
const OF_JAVASCRIPT = [
  'socket.io websocket transport error: close 1006 abnormal closure',
  'socket.io concurrent write to websocket connection panic',
  'Uncaught Error: websocket: close 1006 (abnormal closure): unexpected EOF socket.io',
  'engine.io websocket write after end',
  "WebSocket connection to 'ws://localhost:3000/socket.io/?EIO=4&transport=websocket' failed: WebSocket is closed",
  'TransportError: websocket error at WS.onError (node_modules/engine.io-client/build/transport.js)',
  'Error: Cannot set headers after they are sent to the client at ServerResponse.setHeader',
  "Error: Cannot find module 'express'",
  'express websocket upgrade concurrent write to websocket connection',
  'TypeError: app.router is not a function, in express',
  'PayloadTooLargeError: request entity too large at readStream (/app/node_modules/raw-body/index.js:155:17)',
  'Express: request entity too large, the websocket connection is closed',
  'Error: connect ECONNREFUSED\n    at /app/node_modules/express/lib/router/index.js:646:15',
];

describe('a message of a library of JavaScript', () => {
  const strongOthers = async (registry: string, messages = OF_JAVASCRIPT) => {
    const { find } = await doors(registry);
    const strong: string[] = [];
    for (const message of messages)
      for (const { key, strength } of (await find(message)).results)
        if (strength === 'strong' && !key.startsWith('js/')) strong.push(`${key}: ${message}`);
    return strong;
  };

  it('is never strong for a library of another language, in the sample', async () => {
    // Express has a skill there: a message of another library that only names it is that library's.
    const messages = OF_JAVASCRIPT.filter((message) => !/^express .* concurrent write/.test(message));
    expect(await strongOthers(sampleRegistry(), messages)).toEqual([]);
  });

  it(
    'is never strong for a library of another language, in a real registry',
    unless(without(REAL)),
    async () => {
      expect(await strongOthers(REAL)).toEqual([]);
    },
  );
});

describe('the name of a part of the library', () => {
  it('gets the skill of the sample', async () => {
    expect(await missed(sampleRegistry(), SAME_IN_SAMPLE)).toEqual([]);
  });

  it('gets the skill of a real registry', unless(without(REAL)), async () => {
    expect(await missed(REAL, SAME_IN_REAL)).toEqual([]);
  });
});

/** Questions in a sentence, by the package that they name. */
const QUESTIONS: Table = {
  'tokio-postgres': [
    'tokio-postgres connection hangs',
    'why does my pool of tokio-postgres leak connections?',
  ],
  'sqlalchemy-utils': ['sqlalchemy-utils session rollback fails'],
  'flask-sqlalchemy': ['flask-sqlalchemy session rollback'],
  'requests-mock': ['requests-mock: timeout is ignored'],
  'grpc-web': ['how do I close a grpc-web channel'],
};
const QUESTIONS_IN_REAL: Table = {
  'flask-sqlalchemy': ['flask-sqlalchemy session rollback'],
  'pytest-asyncio': ['pytest-asyncio event loop closed'],
  'hyper-util': ['hyper-util legacy client'],
  'aws-sdk-go-v2': ['aws-sdk-go-v2 paginator'],
};
/** Words of a sentence that are joined, identifiers, messages, and skills that are named themselves. */
const OF_SKILLS = [
  'a tokio-based service hangs in select',
  'tokio select drops a future of tokio-postgres',
  'rows leak a connection from the pool',
  "thread 'tokio-runtime-worker' panicked",
  'GRPC_CALL_ERROR_TOO_MANY_OPERATIONS',
];
const STRONG = [
  'node-postgres pool',
  'sqlalchemy[asyncio]',
  'request-scoped session',
  'use-after-free in grpc',
];
const STRONG_IN_REAL = ['pytest-fixtures scope', 'serde_json untagged enum'];

/** Questions that get another name than their package's, or a strong answer. */
async function strongOrUnnamed(registry: string, table: Table): Promise<readonly string[]> {
  const { find } = await doors(registry);
  const wrong: string[] = [];
  for (const [q, name] of pairs(table)) {
    const { results, question } = await find(q);
    if (question?.source?.name !== name || question.source.skills.length > 0)
      wrong.push(`${q}: ${JSON.stringify(question?.source)}`);
    for (const { key, strength } of results) if (strength === 'strong') wrong.push(`${q}: ${key}`);
  }
  return wrong;
}

async function verdicts(registry: string, questions: readonly string[]) {
  const { find } = await doors(registry);
  const asked = questions.map(async (q) => [q, (await find(q)).question] as const);
  return Promise.all(asked);
}

describe('another package that is named in a sentence', () => {
  it('gets no strong answer, and its name', async () => {
    expect(await strongOrUnnamed(sampleRegistry(), QUESTIONS)).toEqual([]);
  });

  it('gets no strong answer of a real registry, and its name', unless(without(REAL)), async () => {
    expect(await strongOrUnnamed(REAL, QUESTIONS_IN_REAL)).toEqual([]);
  });

  it('is no word of a sentence, and none beside a skill that is named itself', async () => {
    const questions = await verdicts(sampleRegistry(), OF_SKILLS);
    expect(questions.filter(([, question]) => question?.source?.skills.length === 0)).toEqual([]);
  });

  it('takes no strong answer from a question about a skill', unless(without(REAL)), async () => {
    const questions = [
      ...(await verdicts(sampleRegistry(), STRONG)),
      ...(await verdicts(REAL, STRONG_IN_REAL)),
    ];
    expect(questions.filter(([, question]) => question?.strength !== 'strong')).toEqual([]);
  });
});

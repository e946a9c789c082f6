/** How agents write the name of a library: package, import, header, repository, with a version, or two words. */
import { describe, expect, it } from 'vitest';
import { sampleRegistry } from '../../../src-server/built-files.ts';
import { connectOverHttp, textOf } from '../../support/mcp-client.ts';
import { startTestServer } from '../../support/test-server.ts';
import { unless, without } from '../../support/unless.ts';

const REAL = '../shared/real-registry';

/** Spellings by the skill that they mean. */
const OF_SAMPLE = {
  'go/jackc/pgx': ['pgxpool', 'github.com/jackc/pgx/v5', 'github.com/jackc/pgx/v5/pgxpool', 'jackc pgx'],
  'js/brianc/node-postgres': ['pg@8.11', 'node-postgres', 'brianc/node-postgres', "require('pg')"],
  'js/websockets/ws': ['npm:ws', '@types/ws', 'npm:@types/ws', 'https://www.npmjs.com/package/ws'],
  'python/psf/requests': ['python-requests', 'requests==2.31', 'import requests', 'pypi:requests'],
  'python/sqlalchemy/sqlalchemy': ['SQLAlchemy[asyncio]==2.0.36', 'sqlalchemy.orm', 'sql-alchemy'],
  'cpp/gabime/spdlog': ['spdlog/spdlog.h', '#include <spdlog/async.h>', 'gabime spdlog'],
  'cpp/grpc/grpc': ['grpcpp/grpcpp.h', 'grpc++'],
  'rust/tokio-rs/tokio': ['tokio::sync', 'tokio@1.40', 'use tokio::select'],
  'rust/rayon-rs/rayon': ['rayon::prelude'],
};
const OF_REAL = {
  'cpp/boostorg/asio': ['boost/asio.hpp', '#include <boost/asio.hpp>', 'boost::asio', 'boost asio'],
  'cpp/yhirose/cpp-httplib': ['#include <httplib.h>', 'httplib.h', 'cpp-httplib'],
  'cpp/abseil/abseil-cpp': ['absl', 'absl/strings/str_cat.h', 'abseil'],
  'cpp/zeromq/cppzmq': ['zmq.hpp', 'zeromq', 'libzmq'],
  'cpp/opencv/opencv': ['opencv2/opencv.hpp', 'libopencv-dev'],
  'cpp/nlohmann/json': ['nlohmann/json.hpp', 'nlohmann json'],
  'cpp/libigl/eigen': ['Eigen/Dense'],
  'go/uber-go/zap': ['go.uber.org/zap', 'uber zap'],
  'go/gin-gonic/gin': ['github.com/gin-gonic/gin/v2', 'gin'],
  'python/psycopg/psycopg2': ['psycopg2-binary'],
};

const pairs = (table: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(table).flatMap(([key, spellings]) => spellings.map((path) => [key, path] as const));

/** The keys that get_skill answers instead of the meant ones, by spelling. */
async function misread(registry: string, table: Readonly<Record<string, readonly string[]>>) {
  const { url } = await startTestServer(registry);
  const client = await connectOverHttp(url, 'modern');
  const wrong: string[] = [];
  for (const [key, path] of pairs(table)) {
    const text = textOf(await client.callTool({ name: 'get_skill', arguments: { path, max_tokens: 80 } }));
    if (!text.startsWith(`${key} `)) wrong.push(`${path}: ${text}`);
  }
  return wrong;
}

describe('a name as agents write it', () => {
  it('is answered by the skill that it means, in the sample', async () => {
    expect(await misread(sampleRegistry(), OF_SAMPLE)).toEqual([]);
  });

  it('is answered by the skill that it means, in a real registry', unless(without(REAL)), async () => {
    expect(await misread(REAL, OF_REAL)).toEqual([]);
  });

  it.each(['matplotlib', 'std::sync::mpsc', 'how do I write a log'])(
    '%s is taken for no skill',
    async (path) => {
      const { url } = await startTestServer(sampleRegistry());
      const client = await connectOverHttp(url, 'modern');
      const text = textOf(await client.callTool({ name: 'get_skill', arguments: { path } }));
      expect(text).toMatch(/^Skill '.*' not found: go on without a skill\.$/);
    },
  );
});

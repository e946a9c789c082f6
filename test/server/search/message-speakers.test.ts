import { describe, expect, it } from 'vitest';
import { messageSpeakers, type Speaker } from '../../../src-server/search/speakers.ts';

const sure = (text: string): string[] =>
  messageSpeakers(text)
    .filter(({ by }) => by !== 'hint')
    .map(({ name }) => name);
const hints = (text: string): string[] =>
  messageSpeakers(text)
    .filter(({ by }) => by === 'hint')
    .map(({ name }) => name);

describe('who printed a message', () => {
  it.each([
    ['django.db.utils.OperationalError: FATAL: no slots', ['django']],
    ['sqlalchemy.exc.MissingGreenlet', ['sqlalchemy']],
    [
      'sqlalchemy.exc.IntegrityError: (psycopg2.errors.UniqueViolation) duplicate key',
      ['sqlalchemy', 'psycopg2'],
    ],
    ['httpx.ReadTimeout: The read operation timed out', ['httpx']],
    ['sqlx::Error: pool timed out', ['sqlx']],
    ["terminate called after throwing an instance of 'nlohmann::detail::type_error'", ['nlohmann']],
    ['error[E0277]: the trait bound `Order: diesel::Queryable<Pg>` is not satisfied', ['diesel', 'rustc']],
    ['[2026-05-01T10:11:12Z ERROR actix_http::h1::dispatcher] stream error', ['actix_http']],
    ['org.springframework.beans.factory.BeanCreationException: no', ['org.springframework']],
    ['org.apache.kafka.common.errors.TimeoutException: no', ['org.apache.kafka']],
    ['com.zaxxer.hikari.pool.HikariPool$PoolInitializationException: no', ['com.zaxxer']],
    ['Microsoft.EntityFrameworkCore.DbUpdateException: no', ['Microsoft.EntityFrameworkCore']],
    ['Illuminate\\Database\\QueryException: no', ['Illuminate']],
    ['ActiveRecord::ConnectionTimeoutError: no', ['ActiveRecord']],
    ['** (DBConnection.ConnectionError) no', ['DBConnection']],
    ['Invalid `prisma.user.findMany()` invocation', ['prisma']],
    ['[uvicorn] ERROR: Exception in ASGI application', ['uvicorn']],
    ['npm ERR! code ERESOLVE', ['npm']],
    ['src/order.ts(12,7): error TS2322: no', ['the TypeScript compiler']],
    ['error[E0502]: cannot borrow `orders`', ['rustc']],
    ['cannot borrow `orders` as mutable, as it is also borrowed as immutable', ['rustc']],
    ['what does "borrowed value does not live long enough" mean', ['rustc']],
    ['use of moved value: `orders`', ['rustc']],
  ])('is read from %j', (text, expected) => {
    expect(sure(text)).toEqual(expected);
  });

  it.each([
    ['    at settle (/app/node_modules/axios/dist/node/axios.cjs:2019:12)', ['axios']],
    ['    at f (/app/node_modules/.pnpm/pg@8.1.0/node_modules/pg/lib/client.js:1:2)', ['pg']],
    ['    at f (/app/node_modules/@prisma/client/runtime/library.js:1:2)', ['@prisma/client']],
    ['\t/go/pkg/mod/gorm.io/gorm@v1.25.7/finisher_api.go:512 +0x1a4', ['gorm.io/gorm']],
    ['\t/go/pkg/mod/github.com/!i!b!m/sarama@v1.43.0/errors.go:210', ['github.com/IBM/sarama']],
    ['github.com/gorilla/websocket.(*Conn).flush(0xc0)', ['github.com/gorilla/websocket']],
    ['/root/.cargo/registry/src/index.crates.io-6f17/clap_builder-4.5.2/src/parser.rs:50', ['clap_builder']],
    [
      '\tat org.springframework.beans.factory.support.ConstructorResolver.f(C.java:9)',
      ['org.springframework'],
    ],
    ['    at app//okhttp3.internal.http2.Http2Stream$StreamTimeout.f(Http2Stream.kt:6)', ['okhttp3']],
    ['  File "/usr/lib/python3/dist-packages/numpy/core/fromnumeric.py", line 9', ['numpy']],
    ['  File "/venv/site-packages/_pytest/fixtures.py", line 9', ['pytest']],
  ])('is read from the frame %j', (text, expected) => {
    expect(sure(text)).toEqual(expected);
  });

  it('is the library of the nearest frame: the last one of Python, the first one of JavaScript', () => {
    const python = ['flask', 'sqlalchemy'].map((name) => `File "/v/site-packages/${name}/a.py", line 1`);
    expect(sure(python.join('\n'))).toEqual(['sqlalchemy', 'flask']);
    const js = ['pg', 'express'].map((name) => `    at f (/app/node_modules/${name}/a.js:1:2)`);
    expect(sure(js.join('\n'))).toEqual(['pg', 'express']);
  });

  it.each([
    'json.decoder.JSONDecodeError: Expecting value',
    'std::filesystem::path',
    'java.lang.NullPointerException',
    '    at com.shop.orders.OrderService.save(OrderService.java:31)',
    '    at org.example.App.main(App.java:3)',
    'KeyError: 0',
    'TypeError: x is not a function',
    'pgxpool.Acquire',
    'how do I flush the log before exit?',
    'Error: socket hang up\n    at f (node:internal/net:1:2)\n    at g (/app/node_modules/tslib/tslib.js:1:2)',
  ])('is no library in %j', (text) => {
    expect(sure(text)).toEqual([]);
  });

  it.each([
    ['pq: sorry, too many clients already', 'pq'],
    ['[GIN-debug] [WARNING] You trusted all proxies', 'GIN'],
    ['[libprotobuf ERROR google/protobuf/descriptor.cc:1] no', 'protobuf'],
    ['ImGui::PushID(i)', 'ImGui'],
    ['/usr/include/fmt/core.h:1756: error: no', 'fmt'],
  ])('may be read from %j', (text, expected) => {
    expect(hints(text)).toContain(expected);
  });

  it('says which languages its skill may have', () => {
    const [django] = messageSpeakers('django.db.utils.OperationalError: no') as [Speaker];
    const [spring] = messageSpeakers('org.springframework.FooException: no') as [Speaker];
    expect([django.languages, spring.languages]).toEqual([['python'], []]);
  });

  it('takes no long line for longer than a short one', () => {
    const line = `[a${' b'.repeat(30_000)}`;
    expect(messageSpeakers(`${line}\n${line.replaceAll(' ', '/')}`)).toEqual([]);
  });
});

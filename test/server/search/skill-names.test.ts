import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { libraryForms, namedLibrary, versionBehind } from '../../../src-server/search/library-forms.ts';
import { type NamedSkill, SkillNames } from '../../../src-server/search/skill-names.ts';

const SKILLS: readonly NamedSkill[] = [
  { key: 'go/jackc/pgx', name: 'pgx', packages: ['github.com/jackc/pgx/v5'] },
  { key: 'js/brianc/node-postgres', name: 'node-postgres', packages: ['pg', 'pg-pool'] },
  { key: 'js/websockets/ws', name: 'ws', packages: ['ws'] },
  { key: 'python/sqlalchemy/sqlalchemy', name: 'sqlalchemy', packages: ['SQLAlchemy'] },
  { key: 'python/psycopg/psycopg2', name: 'psycopg2', packages: [] },
  { key: 'python/scikit-learn/scikit-learn', name: 'scikit-learn', packages: [] },
  { key: 'python/psf/requests', name: 'requests', packages: ['requests'] },
  { key: 'rust/tokio-rs/tokio', name: 'tokio', packages: ['tokio'] },
  { key: 'cpp/gabime/spdlog', name: 'spdlog', packages: ['spdlog'] },
  { key: 'cpp/greg7mdp/flat_hash_map', name: 'flat_hash_map', packages: [] },
];

function namesOf(skills: readonly NamedSkill[]): SkillNames {
  const names = new SkillNames();
  names.update(skills, []);
  return names;
}

const names = namesOf(SKILLS);

describe('which skill a name means', () => {
  it.each([
    ['github.com/jackc/pgx/v5', 'go/jackc/pgx'],
    ['github.com/jackc/pgx/v5/pgxpool', 'go/jackc/pgx'],
    ['github.com/jackc/pgx/v5 v5.7.1', 'go/jackc/pgx'],
    ['https://github.com/jackc/pgx.git', 'go/jackc/pgx'],
    ['https://pkg.go.dev/github.com/jackc/pgx/v5', 'go/jackc/pgx'],
    ['pkg:golang/github.com/jackc/pgx/v5@5.7.1', 'go/jackc/pgx'],
    ['pg', 'js/brianc/node-postgres'],
    ['pg@^8.11.0', 'js/brianc/node-postgres'],
    ['npm:pg@8.11.0', 'js/brianc/node-postgres'],
    ['pg-pool', 'js/brianc/node-postgres'],
    ['Node Postgres', 'js/brianc/node-postgres'],
    ['@types/ws', 'js/websockets/ws'],
    ['@types/ws@8.5.10', 'js/websockets/ws'],
    ['https://www.npmjs.com/package/ws', 'js/websockets/ws'],
    ['psycopg2-binary', 'python/psycopg/psycopg2'],
    ['psycopg2_binary==2.9.9', 'python/psycopg/psycopg2'],
    ['SQLAlchemy==2.0.36', 'python/sqlalchemy/sqlalchemy'],
    ['SQLAlchemy[asyncio]>=2.0,<3 ; python_version > "3.8"', 'python/sqlalchemy/sqlalchemy'],
    ['sqlalchemy.orm', 'python/sqlalchemy/sqlalchemy'],
    ['sklearn', 'python/scikit-learn/scikit-learn'],
    ['sklearn.metrics', 'python/scikit-learn/scikit-learn'],
    ['requests[socks]', 'python/psf/requests'],
    ['python/requests', 'python/psf/requests'],
    ['tokio@1.40', 'rust/tokio-rs/tokio'],
    ['tokio = { version = "1.40", features = ["full"] }', 'rust/tokio-rs/tokio'],
    ['tokio-1.40.0', 'rust/tokio-rs/tokio'],
    ['tokio::sync::Mutex', 'rust/tokio-rs/tokio'],
    ['https://docs.rs/tokio', 'rust/tokio-rs/tokio'],
    ['spdlog/1.14.1@gabime/stable', 'cpp/gabime/spdlog'],
    ['#include <spdlog/spdlog.h>', 'cpp/gabime/spdlog'],
    ['C++/gabime/spdlog', 'cpp/gabime/spdlog'],
    ['hash map', undefined],
    ['Flat Hash Map', 'cpp/greg7mdp/flat_hash_map'],
    ['github.com/somebody/tokio', undefined],
    ['@prisma/client', undefined],
    ['postgres', undefined],
    ['tokio and requests', undefined],
    ['tokioo', undefined],
    ['use tokio for tracing', undefined],
    ['import requests as r', 'python/psf/requests'],
    ['pg/lib/client', 'js/brianc/node-postgres'],
    ['pg-pool/index', 'js/brianc/node-postgres'],
    ['import Client from "pg/lib/client"', 'js/brianc/node-postgres'],
    ["require('ws/lib/sender.js')", 'js/websockets/ws'],
    ['node_modules/pg/lib/client.js', 'js/brianc/node-postgres'],
    ['@types/pg/lib/client', 'js/brianc/node-postgres'],
    ['foo/pg', undefined],
    ['pgx/lib', undefined],
    ['github.com/pg/lib', undefined],
  ])('%s: %s', (asked, key) => {
    expect(names.resolve(asked)).toEqual(key === undefined ? [] : [key]);
  });

  it('is each of those that are called alike', () => {
    const two = namesOf([...SKILLS, { key: 'rust/snapview/ws', name: 'ws', packages: ['ws'] }]);
    expect(two.resolve('ws')).toEqual(['js/websockets/ws', 'rust/snapview/ws']);
    expect(two.resolve('rust/ws')).toEqual(['rust/snapview/ws']);
  });

  it('is the one whose name is written otherwise than its key', () => {
    const called = namesOf([
      { key: 'cpp/boostorg/boost-filesystem', name: 'Boost.Filesystem', packages: [] },
    ]);
    for (const asked of ['Boost.Filesystem', 'boost filesystem', 'boost_filesystem'])
      expect(called.resolve(asked), asked).toEqual(['cpp/boostorg/boost-filesystem']);
  });

  it('is found by any header below a folder that it names', () => {
    const stated = { key: 'cpp/boostorg/asio', name: 'asio', packages: ['boost/asio.hpp', 'boost/asio'] };
    const called = namesOf([...SKILLS, stated, { key: 'cpp/boostorg/boost', name: 'boost', packages: [] }]);
    for (const asked of ['boost/asio.hpp', '<boost/asio/ip/tcp.hpp>', '#include <boost/asio/io_context.hpp>'])
      expect(called.resolve(asked), asked).toEqual(['cpp/boostorg/asio']);
    expect(called.resolve('boost/beast/http.hpp')).toEqual(['cpp/boostorg/boost']);
  });

  it('is none of the author that another library of the author names, unless code imports it', () => {
    const own = namesOf([...SKILLS, { key: 'js/redis/node-redis', name: 'node-redis', packages: ['redis'] }]);
    expect(own.resolve('redis/rueidis')).toEqual([]);
    expect(own.resolve('import { createClient } from "redis/client"')).toEqual(['js/redis/node-redis']);
    expect(own.resolve('redis/dist/lib/client')).toEqual(['js/redis/node-redis']);
  });

  it('is a skill of that name before one that declares a package of that name', () => {
    const two = namesOf([...SKILLS, { key: 'python/gavin/pg', name: 'pg', packages: [] }]);
    expect(two.resolve('pg')).toEqual(['python/gavin/pg']);
  });

  const word = fc.stringMatching(/^[a-z][a-z0-9]{0,8}(?:[-_][a-z0-9]{1,5})?$/);
  const skill = fc.record({
    key: fc.tuple(fc.constantFrom('go', 'js', 'rust'), word, word).map((parts) => parts.join('/')),
    name: word,
    packages: fc.array(word, { maxLength: 2 }),
  });
  const skills = fc.uniqueArray(skill, { selector: ({ key }) => key, minLength: 1, maxLength: 8 });

  it('is found by its key, its name and its packages, whatever version is written behind', () => {
    fc.assert(
      fc.property(
        skills,
        fc.constantFrom('', '@1.2.3', '==1.2', ' >= 2.0', '[extra]', ' 1.2.3'),
        (some, version) => {
          const known = namesOf(some);
          for (const { key, packages } of some) {
            expect(known.resolve(key)).toEqual([key]);
            expect(known.resolve(`${key.split('/')[2]}${version}`)).toContain(key);
            for (const name of packages) expect(known.resolve(`${name}${version}`).length).toBeGreaterThan(0);
          }
        },
      ),
    );
  });

  it('is never one that is gone, and of what is left the same as if the others had never been', () => {
    fc.assert(
      fc.property(skills, skills, fc.string(), (some, others, asked) => {
        const known = namesOf(others);
        known.update(
          some,
          others.map(({ key }) => key),
        );
        const fresh = namesOf(some);
        for (const name of [
          asked,
          ...[...some, ...others].flatMap(({ key, packages }) => [key, ...packages]),
        ])
          expect(known.resolve(name)).toEqual(fresh.resolve(name));
      }),
    );
  });

  it('is answered for any text, with forms in lower case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (asked) => {
        for (const form of libraryForms(asked)) expect(form).toBe(form.toLowerCase());
      }),
    );
    // A backtracking expression would not end.
    for (const unit of ['a', '.', 'a/', ' ', '[-', 'a=']) libraryForms(unit.repeat(100_000 / unit.length));
  });
});

it.each([
  ['SQLAlchemy==2.0.36', '2.0.36'],
  ['SQLAlchemy[asyncio] >= 2.0', '2.0'],
  ['tokio@1.40', '1.40'],
  ['@types/ws@^8.5.10', '8.5.10'],
  ['github.com/jackc/pgx/v5', '5'],
  ['github.com/jackc/pgx/v5 v5.7.1', '5.7.1'],
  ['pkg:npm/ws@8.18.0', '8.18.0'],
  ['psycopg2', undefined],
  ['@scope/name', undefined],
  ['cpp/gabime/spdlog', undefined],
])('the version behind %s is %s', (asked, version) => {
  expect(versionBehind(asked)).toBe(version);
});

it.each([
  ['github.com/jackc/pgx/v5', 'github.com/jackc/pgx'],
  ['https://github.com/jackc/pgx', 'github.com/jackc/pgx'],
  ['gorm.io/gorm', 'gorm.io/gorm'],
  ['https://www.npmjs.com/package/@prisma/client', '@prisma/client'],
  ['pkg:pypi/django@5.0', 'django'],
  ['@prisma/client', '@prisma/client'],
  ['SQLAlchemy[asyncio]==2.0.36', 'SQLAlchemy'],
  ['tokio@1.40', 'tokio'],
])('%s names the library %s', (asked, library) => {
  expect(namedLibrary(asked)).toBe(library);
});

it.each(['pgx', 'connection pool', 'https://docs.djangoproject.com/en/5.0/', 'argv[1]', 'status==404', ''])(
  '%j may be words of a question',
  (asked) => {
    expect(namedLibrary(asked)).toBeUndefined();
  },
);

it('a module is named by its address without the major version', () => {
  expect(namedLibrary('github.com/jackc/pgx/v5')).toBe('github.com/jackc/pgx');
});

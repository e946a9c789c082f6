import { describe, expect, it } from 'vitest';
import {
  buildMatchIndex,
  matchPackage,
  type PackageFacts,
} from '../../../src-server/projects/match-packages.ts';

interface SkillFields {
  readonly repo?: string;
  readonly version?: string;
  readonly trust_score?: number;
  readonly extensions?: object;
}

/** The match of one package among skills by key. */
function match(
  facts: Partial<PackageFacts> & Pick<PackageFacts, 'ecosystem' | 'name'>,
  skills: Readonly<Record<string, SkillFields>>,
) {
  const records = Object.entries(skills).map(([key, fields]) => {
    const [language = '', author, name = ''] = key.split('/');
    const manifest = {
      name,
      language,
      repo: `${author}/${name}`,
      version: '2.0.0',
      risk_level: 'high',
      ...fields,
    };
    const { trust_score } = fields;
    return {
      key,
      manifest,
      entry: { key, name, language, risk_level: 'high', ...(trust_score !== undefined && { trust_score }) },
    };
  });
  return matchPackage({ version: null, ...facts }, buildMatchIndex(records));
}

const found = (...asked: Parameters<typeof match>) => {
  const result = match(...asked);
  return result && `${result.level} ${result.key}`;
};

describe('an exact match', () => {
  it('needs the name in the extensions, however the ecosystem spells it', () => {
    const skills = { 'python/zope/interface': { extensions: { pypi: { name: 'Zope.Interface' } } } };
    expect(found({ ecosystem: 'pypi', name: 'zope-interface' }, skills)).toBe('exact python/zope/interface');
  });

  it('takes each of several names of one library', () => {
    const skills = {
      'python/psycopg/psycopg2': { extensions: { pypi: { name: 'psycopg2', names: ['psycopg2-binary'] } } },
    };
    expect(found({ ecosystem: 'pypi', name: 'psycopg2-binary' }, skills)).toBe(
      'exact python/psycopg/psycopg2',
    );
  });

  it('takes the ports of C++ libraries, which have names of their own', () => {
    const skills = {
      'cpp/google/googletest': { extensions: { vcpkg: { name: 'gtest' }, conan: { name: 'gtest' } } },
    };
    expect(found({ ecosystem: 'vcpkg', name: 'gtest' }, skills)).toBe('exact cpp/google/googletest');
    expect(found({ ecosystem: 'vcpkg', name: 'eigen3' }, skills)).toBeNull();
  });

  it('takes all major versions of a Go module for one library', () => {
    const skills = {
      'go/jackc/pgx': { version: '5.7.0', extensions: { go_mod: { name: 'github.com/jackc/pgx/v5' } } },
    };
    const facts = { ecosystem: 'golang', name: 'github.com/jackc/pgx/v4', version: 'v4.18.1' };
    expect(match(facts, skills)).toMatchObject({ level: 'exact', drift: 'major' });
    const yaml = { 'go/go-yaml/yaml': { extensions: { go_mod: { name: 'gopkg.in/yaml.v2' } } } };
    expect(found({ ecosystem: 'golang', name: 'gopkg.in/yaml.v3' }, yaml)).toBe('exact go/go-yaml/yaml');
  });

  it('goes before the repository, and to the more trusted of two skills', () => {
    const skills = {
      'js/a/ws': { repo: 'websockets/ws' },
      'js/b/ws': { trust_score: 60, extensions: { npm: { name: 'ws' } } },
      'js/c/ws': { trust_score: 80, extensions: { npm: { name: 'ws' } } },
    };
    expect(found({ ecosystem: 'npm', name: 'ws', repository: 'websockets/ws' }, skills)).toBe(
      'exact js/c/ws',
    );
  });

  it.each([
    null,
    'x',
    [],
    { npm: null },
    { npm: { name: 3 } },
    { npm: { name: '' } },
    { npm: { names: {} } },
  ])('is none where the extensions are %j', (extensions) => {
    const skills = { 'js/websockets/other': { extensions: extensions as object } };
    expect(found({ ecosystem: 'npm', name: 'ws' }, skills)).toBeNull();
  });
});

describe('a match by the repository', () => {
  it.each([
    'github.com/psf/requests',
    'git+https://github.com/PSF/requests.git',
    'git@github.com:psf/requests',
    'https://github.com/psf/requests/tree/main',
  ])('takes %s for the repo psf/requests', (repository) => {
    const skills = { 'python/psf/requests': {} };
    expect(found({ ecosystem: 'pypi', name: 'requests', repository }, skills)).toBe(
      'repository python/psf/requests',
    );
  });

  it('finds the skill of a library whose package has another name than its repository', () => {
    const skills = { 'python/redis/redis-py': {}, 'python/psycopg/psycopg2': {} };
    const redis = { ecosystem: 'pypi', name: 'redis', repository: 'https://github.com/redis/redis-py' };
    expect(found(redis, skills)).toBe('repository python/redis/redis-py');
    const binary = { ecosystem: 'pypi', name: 'psycopg2-binary', repository: 'github.com/psycopg/psycopg2' };
    expect(found(binary, skills)).toBe('repository python/psycopg/psycopg2');
  });

  it('tells hosts apart; a repo without one is at github.com', () => {
    const skills = { 'cpp/libeigen/eigen': { repo: 'https://gitlab.com/libeigen/eigen' }, 'cpp/a/b': {} };
    expect(
      found({ ecosystem: 'vcpkg', name: 'eigen3', repository: 'gitlab.com/libeigen/eigen' }, skills),
    ).toBe('repository cpp/libeigen/eigen');
    expect(found({ ecosystem: 'vcpkg', name: 'x', repository: 'gitlab.com/a/b' }, skills)).toBeNull();
  });

  it('reads the repository from a Go module’s path and from pkg:github', () => {
    const skills = { 'go/gorilla/mux': {}, 'cpp/fmtlib/fmt': {} };
    expect(found({ ecosystem: 'golang', name: 'github.com/gorilla/mux' }, skills)).toBe(
      'repository go/gorilla/mux',
    );
    expect(found({ ecosystem: 'github', name: 'fmtlib/fmt' }, skills)).toBe('repository cpp/fmtlib/fmt');
  });

  it('leaves the drift of another package from the same repository unknown', () => {
    const skills = { 'rust/tokio-rs/tokio': { version: '1.40.0' } };
    const repository = 'github.com/tokio-rs/tokio';
    expect(
      match({ ecosystem: 'cargo', name: 'tokio-util', version: '0.7.1', repository }, skills),
    ).toMatchObject({
      level: 'repository',
      drift: 'unknown',
    });
    expect(match({ ecosystem: 'cargo', name: 'tokio', version: '0.2.1', repository }, skills)).toMatchObject({
      level: 'repository',
      drift: 'major',
    });
    const go = { 'go/aws/aws-sdk-go': {} };
    const part = { ecosystem: 'golang', name: 'github.com/aws/aws-sdk-go/service/s3', version: 'v1.0.0' };
    expect(match(part, go)).toMatchObject({ level: 'repository', drift: 'unknown' });
  });

  it('needs the skill’s language: a binding is not the library', () => {
    const skills = { 'cpp/grpc/grpc': {} };
    expect(
      found({ ecosystem: 'pypi', name: 'grpcio', repository: 'github.com/grpc/grpc' }, skills),
    ).toBeNull();
  });

  it('takes of two keys for one repository the skill of the package’s name, else the more trusted', () => {
    const skills = {
      'js/brianc/pool': { repo: 'brianc/node-postgres', trust_score: 60 },
      'js/brianc/pg': { repo: 'brianc/node-postgres', trust_score: 50 },
    };
    const repository = 'brianc/node-postgres'.replace(/^/, 'github.com/');
    expect(found({ ecosystem: 'npm', name: 'pg', repository }, skills)).toBe('repository js/brianc/pg');
    expect(found({ ecosystem: 'npm', name: 'pg-cursor', repository }, skills)).toBe(
      'repository js/brianc/pool',
    );
  });
});

describe('a guess', () => {
  it.each<[string, Partial<PackageFacts> & Pick<PackageFacts, 'ecosystem' | 'name'>, string]>([
    ['a vanity path', { ecosystem: 'golang', name: 'go.uber.org/zap' }, 'go/uber-go/zap'],
    [
      'a renamed owner',
      { ecosystem: 'pypi', name: 'fastapi', repository: 'github.com/fastapi/fastapi' },
      'python/tiangolo/fastapi',
    ],
    [
      'a wrong repo in the skill',
      { ecosystem: 'cargo', name: 'reqwest', repository: 'github.com/seanmonstar/reqwest' },
      'rust/rust-lang/reqwest',
    ],
    ['a name in CMake', { ecosystem: 'generic', name: 'FMT' }, 'cpp/fmtlib/fmt'],
    ['a vendored library', { ecosystem: 'conan', name: 'fmt' }, 'cpp/fmtlib/fmt'],
  ])('is all that there is for %s', (_what, facts, key) => {
    const skills = {
      'go/uber-go/zap': {},
      'python/tiangolo/fastapi': {},
      'rust/rust-lang/reqwest': {},
      'cpp/fmtlib/fmt': {},
    };
    expect(found(facts, skills)).toBe(`guess ${key}`);
  });

  const SKILLS = { 'python/redis/redis': {}, 'js/websockets/ws': {}, 'go/golang/net-http': {} };

  it.each<[string, Partial<PackageFacts> & Pick<PackageFacts, 'ecosystem' | 'name'>]>([
    ['another language', { ecosystem: 'npm', name: 'redis' }],
    ['another name', { ecosystem: 'pypi', name: 'redis-py-cluster' }],
    ['a scope', { ecosystem: 'npm', name: '@types/ws' }],
    ['a module beside a standard library', { ecosystem: 'golang', name: 'golang.org/x/net' }],
    ['an ecosystem of no language of ours', { ecosystem: 'maven', name: 'org.x/ws' }],
    ['a name that objects have', { ecosystem: '__proto__', name: 'constructor' }],
  ])('is not made for %s', (_what, facts) => {
    expect(found(facts, SKILLS)).toBeNull();
  });

  it('is what a fork gets, and any other Git dependency that is not the skill’s repository', () => {
    const skills = { 'js/websockets/ws': { extensions: { npm: { name: 'ws' } } } };
    const facts = { ecosystem: 'npm', name: 'ws', isGit: true };
    expect(found({ ...facts, repository: 'github.com/somebody/ws' }, skills)).toBe('guess js/websockets/ws');
    expect(found(facts, skills)).toBe('guess js/websockets/ws');
    expect(found({ ...facts, repository: 'github.com/websockets/ws' }, skills)).toBe(
      'exact js/websockets/ws',
    );
  });
});

describe('drift', () => {
  const drift = (used: string | null, fields: SkillFields) =>
    match(
      { ecosystem: 'npm', name: 'ws', version: used },
      { 'js/websockets/ws': { extensions: { npm: { name: 'ws' } }, ...fields } },
    )?.drift;

  it.each([
    ['8.1.0', '8.18.3', 'none'],
    ['7.5.0', '8.18.3', 'major'],
    ['v9.0.0-rc.1', '8.18.3', 'major'],
    ['0.11.2', '0.12.0', 'minor'],
    ['0.12.9', '0.12.0', 'none'],
    ['0.12.0', '1.0.0', 'major'],
    [null, '8.0.0', 'unknown'],
    ['8.0.0', 'latest', 'unknown'],
    ['next', '8.0.0', 'unknown'],
    ['8', '8.0.0', 'none'],
  ])('from %s to the skill’s %s is %s', (used, version, expected) => {
    expect(drift(used, { version })).toBe(expected);
  });

  it('is none within the range that the skill speaks of', () => {
    const own = (versions: unknown) => ({
      version: '8.0.0',
      extensions: { npm: { name: 'ws' }, skills_registry: { versions } },
    });
    expect(drift('7.5.0', own('>=7 <9'))).toBe('none');
    expect(drift('6.9.9', own('>= 7, < 9'))).toBe('major');
    expect(drift('7.5.0', own('^7 || 8'))).toBe('major');
    expect(drift('7.5.0', own(7))).toBe('major');
  });

  it('is unknown for a 1.0.0 that over half of the registry has', () => {
    const one = { version: '1.0.0', extensions: { npm: { name: 'ws' } } };
    const facts = { ecosystem: 'npm', name: 'ws', version: '8.0.0' };
    const skills = { 'js/websockets/ws': one, 'js/a/b': { version: '1.0.0' }, 'js/c/d': {} };
    expect(match(facts, skills)).toMatchObject({ version: '1.0.0', drift: 'unknown' });
    expect(match(facts, { ...skills, 'js/e/f': {}, 'js/g/h': {} })).toMatchObject({ drift: 'major' });
  });
});

describe('projects in subgroups of a host', () => {
  const skills = { 'js/acme/utils': { repo: 'gitlab.com/acme/backend/utils' } };
  const npm = (repository: string) => found({ ecosystem: 'npm', name: 'x', isGit: true, repository }, skills);

  it.each([
    'git+https://gitlab.com/acme/backend/utils.git#v1.0.0',
    'git@gitlab.com:Acme/Backend/utils.git',
    'https://gitlab.com/acme/backend/utils/-/tree/main/src',
    'gitlab:acme/backend/utils',
  ])('have their skill: %s', (repository) => {
    expect(npm(repository)).toBe('repository js/acme/utils');
  });

  it.each([
    'git+https://gitlab.com/acme/frontend/utils.git#v1.0.0',
    'https://gitlab.com/acme/utils',
    'https://gitlab.com/acme/backend/deep/utils',
    'https://gitlab.example.org/acme/backend/utils',
    'https://github.com/acme/utils',
  ])('are no other project of that name: %s', (repository) => {
    expect(npm(repository)).toBeNull();
  });

  it('are no project of github.com with the same owner and name', () => {
    const own = { 'js/acme/utils': { repo: 'acme/utils' } };
    const facts = { ecosystem: 'npm', name: 'x', isGit: true, repository: 'https://gitlab.com/acme/utils' };
    expect(found(facts, own)).toBeNull();
  });

  it('are found by Go modules of them, in folders and major versions too', () => {
    const go = { 'go/acme/utils': { repo: 'gitlab.com/acme/backend/utils' } };
    const module = (name: string) => found({ ecosystem: 'golang', name }, go);
    expect(module('gitlab.com/acme/backend/utils/v2')).toBe('repository go/acme/utils');
    expect(module('gitlab.com/acme/backend/utils/tools/lint')).toBe('repository go/acme/utils');
    expect(module('gitlab.com/acme/frontend/utils')).toBe('guess go/acme/utils');
  });
});

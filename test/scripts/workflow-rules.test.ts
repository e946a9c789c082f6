import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { checkWorkflows } from '../../scripts/check-workflows.mjs';
import { ACTIONS, findWorkflowFaults } from '../../scripts/workflow-rules.mjs';
import { temporaryFolder } from '../support/temporary-registry.ts';

const CHECKOUT = `actions/checkout@${ACTIONS['actions/checkout']?.commit} # ${ACTIONS['actions/checkout']?.version}`;
const NODE = `actions/setup-node@${ACTIONS['actions/setup-node']?.commit} # ${ACTIONS['actions/setup-node']?.version}`;
const expression = (inside: string) => ['$', `{{ ${inside} }}`].join('');

const workflow = (changes: Readonly<Record<string, string>> = {}) => {
  const { on = 'pull_request', permissions = '{}', job = '', steps = '- run: npm ci', ...rest } = changes;
  return `on: { ${on}: {} }
permissions: ${permissions}
concurrency: { group: a }
jobs:
  a:
    runs-on: ${rest['runner'] ?? 'ubuntu-24.04'}
    timeout-minutes: 5
    permissions: ${rest['grants'] ?? '{ contents: read }'}
    ${job}
    steps:
      ${steps}
`;
};

const faults = (changes?: Readonly<Record<string, string>>) =>
  findWorkflowFaults(workflow(changes), {
    hasFile: (path) => path === 'scripts/there.mjs' || path === 'scripts/ci/on.mjs',
    npmScripts: ['check'],
  });

describe('the rules of workflows', () => {
  it.each(['pull_request_target', '[pull_request_target]'])(
    'refuse code of strangers with our secrets: on: %s',
    (on) => {
      const text = workflow().replace('on: { pull_request: {} }', `on: ${on}`);
      expect(findWorkflowFaults(text, { hasFile: () => true, npmScripts: [] })).toContain(
        'pull_request_target is not allowed',
      );
    },
  );

  it('let through what keeps to them', () => {
    expect(faults()).toEqual([]);
    for (const run of [
      'npm test',
      'npm run check -- --unpacked',
      'node scripts/there.mjs release --print',
      'node scripts/ci/on.mjs scripts/there.mjs --unpacked',
    ])
      expect(faults({ steps: `- run: ${run}` }), run).toEqual([]);
    expect(faults({ steps: `- uses: ${CHECKOUT}\n        with: { persist-credentials: false }` })).toEqual(
      [],
    );
  });

  it.each([
    ['grants for every job', { permissions: 'read-all' }, 'permissions must be {} at the top'],
    [
      'code of strangers with our secrets',
      { on: 'pull_request_target' },
      'pull_request_target is not allowed',
    ],
    ['an action of somebody', { steps: '- uses: someone/action@v1' }, 'none of the actions we use'],
    ['a tag instead of a commit', { steps: '- uses: actions/checkout@v7' }, 'must be pinned at'],
    [
      'another version’s name',
      {
        steps: `- uses: ${CHECKOUT.replace(/# .*/, '# 6.0.0')}\n        with: { persist-credentials: false }`,
      },
      'must say that it is',
    ],
    ['credentials that stay', { steps: `- uses: ${CHECKOUT}` }, 'must not leave its credentials'],
    [
      'an input that the action does not have',
      { steps: `- uses: ${NODE}\n        with: { node-versions: 24 }` },
      'actions/setup-node has no input node-versions',
    ],
    ['all rights of a job in a word', { grants: 'write-all' }, 'permissions must be named one by one'],
    [
      'an action of somebody, in one line',
      { steps: '- { uses: someone/action@main }' },
      'none of the actions we use',
    ],
    ['logic', { steps: '- run: npm ci && npm test' }, 'is no single call of a script'],
    ['more than a line', { steps: '- run: |\n          npm ci\n          npm test' }, 'is no single call'],
    [
      'a value in a command',
      { steps: `- run: node scripts/there.mjs ${expression('github.head_ref')}` },
      'env',
    ],
    ['a script that is not there', { steps: '- run: node scripts/gone.mjs' }, 'there is no scripts/gone.mjs'],
    [
      'one that is not there, called by another',
      { steps: '- run: node scripts/ci/on.mjs scripts/gone.mjs' },
      'there is no scripts/gone.mjs',
    ],
    ['an npm script that is not there', { steps: '- run: npm run gone' }, 'there is no npm run gone'],
    ['a shell of its own', { steps: '- run: npm ci\n        shell: bash' }, 'must not choose its shell'],
    [
      'a secret in a pull request',
      { job: `env: { A: "${expression('secrets.A')}" }` },
      'must see no secrets',
    ],
    ['an environment in a pull request', { job: 'environment: release' }, 'must have no environment'],
    ['writing in a pull request', { grants: '{ contents: write }' }, 'must not write contents'],
    ['a runner that we do not know', { runner: 'ubuntu-latest' }, 'none of the runners'],
    [
      'a cache in a release',
      { on: 'release', steps: `- uses: ${NODE}\n        with: { node-version: 24 }` },
      'must not take packages from a cache',
    ],
  ])('refuse %s', (_what, changes, fault) => {
    expect(faults(changes).join('\n')).toContain(fault);
  });

  it.each(['permissions', 'timeout-minutes'])('ask every job for its %s', (field) => {
    const text = workflow().replace(new RegExp(`^    ${field}:.*\\n`, 'm'), '');
    const project = { hasFile: () => true, npmScripts: [] };
    expect(findWorkflowFaults(text, project).join()).toContain(field);
  });
});

describe('the workflows', () => {
  it('keep to actionlint’s rules and to ours', async () => {
    const { files, faults: found } = await checkWorkflows(`${process.cwd()}/`);
    expect(found).toEqual([]);
    expect(files.map((file) => file.split('/').at(-1)).sort()).toEqual([
      'ci.yml',
      'installers.yml',
      'publish.yml',
      'release.yml',
      'zizmor.yml',
    ]);
  });

  it('would not pass with what actionlint knows to be wrong, nor with a runner that nobody has', async () => {
    const ci = readFileSync('.github/workflows/ci.yml', 'utf8');
    const root = temporaryFolder({
      'package.json': packageJson,
      '.github/workflows/ci.yml': ci
        .replace('github.sha', 'github.shaa')
        .replace('ubuntu-24.04', 'ubuntu-99.04'),
    });
    const { faults: found } = await checkWorkflows(`${root}/`);
    expect(found.join('\n')).toContain('property "shaa" is not defined');
    expect(found.join('\n')).toContain('label "ubuntu-99.04" is unknown');
  });

  it('ask of CI everything that there is, under the one name that a branch can require', () => {
    const { jobs } = parse(readFileSync('.github/workflows/ci.yml', 'utf8')) as {
      jobs: Record<string, { needs?: string[] }>;
    };
    expect(jobs['required']?.needs).toEqual(Object.keys(jobs).filter((name) => name !== 'required'));
  });

  it('sign with every variable that the decision about signing reads', () => {
    const text = readFileSync('.github/workflows/installers.yml', 'utf8');
    const decision = readFileSync('scripts/release/signing.mjs', 'utf8');
    const given = [...text.matchAll(/secrets\.(\w+)/g)].map(([, name]) => name).sort();
    const read = [...decision.matchAll(/'((?:WIN_)?CSC_(?:LINK|KEY_PASSWORD)|APPLE_API_\w+)'/g)].map(
      ([, name]) => name,
    );
    expect(given).toEqual(read.sort());
  });
});

describe('package-lock.json', () => {
  it('names no place of download, so that it works behind any mirror', () => {
    expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved": "http');
    expect(existsSync('.npmrc')).toBe(true);
  });
});

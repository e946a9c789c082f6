import { EXIT_CODES, type ExitCode } from '../exit-codes.ts';

/** Added to a command's help. */
export interface CommandHelp {
  readonly examples: readonly CommandExample[];
  /** 2 always means wrong options. */
  readonly exitCodes: Readonly<Partial<Record<ExitCode, string>>>;
}

interface CommandExample {
  /** Before a colon and the line. */
  readonly does: string;
  /** Without program name. */
  readonly args: readonly string[];
}

const { ok, failed, usage, port, noRegistry } = EXIT_CODES;
const KEY = 'cpp/gabime/spdlog';
const asking = { [ok]: 'answered', [failed]: 'the service failed', [noRegistry]: 'no registry' };

/** By command; `''`: program. */
export const COMMAND_HELP: Readonly<Record<string, CommandHelp>> = {
  '': {
    examples: [
      { does: 'Serve a folder of skills', args: ['serve', '-r', 'my-registry'] },
      { does: 'Ask a question', args: ['find', 'how do I shut down cleanly'] },
      { does: 'Show the help of a command', args: ['help', 'serve'] },
    ],
    exitCodes: {
      [ok]: 'done',
      [failed]: 'problems found, or failed',
      [port]: 'port or address not available',
      [noRegistry]: 'no registry',
    },
  },
  serve: {
    examples: [
      { does: 'Serve your own folder', args: ['serve', '-r', 'my-registry'] },
      { does: 'On a free port', args: ['serve', '-r', 'my-registry', '--port', '0'] },
      { does: 'Accept new skills', args: ['serve', '-r', 'my-registry', '--allow-submit'] },
    ],
    exitCodes: {
      [ok]: 'stopped, or running already',
      [failed]: 'failed',
      [port]: 'port or address not available',
      [noRegistry]: 'no registry',
    },
  },
  status: {
    examples: [
      { does: 'See the running services', args: ['status'] },
      { does: 'For a script', args: ['status', '--json'] },
    ],
    exitCodes: { [ok]: 'answered, also if nothing runs', [failed]: 'failed' },
  },
  stop: {
    examples: [
      { does: 'Stop the running service', args: ['stop'] },
      { does: 'Stop the service on a port', args: ['stop', '--port', '8710'] },
    ],
    exitCodes: {
      [ok]: 'stopped, or nothing ran',
      [failed]: 'still runs, does not answer, or is the tray app’s',
      [usage]: 'wrong options, or several run and no service was named',
      [noRegistry]: 'no registry',
    },
  },
  list: {
    examples: [
      { does: 'List the skills of the running service', args: ['list'] },
      { does: 'List the skills of a folder', args: ['list', '-r', 'my-registry'] },
    ],
    exitCodes: asking,
  },
  search: {
    examples: [
      { does: 'By name, tag or summary', args: ['search', 'websocket'] },
      { does: 'In one language', args: ['search', '--lang', 'rust', 'async', 'runtime'] },
    ],
    exitCodes: { ...asking, [ok]: 'answered, also if nothing matches' },
  },
  find: {
    examples: [
      { does: 'Ask in plain words', args: ['find', 'how do I shut down a thread pool'] },
      {
        does: 'Explain the ranks, and name the section to read',
        args: ['find', '--explain', '--limit', '3', 'deadlock', 'after', 'fork'],
      },
    ],
    exitCodes: { ...asking, [ok]: 'answered, also if nothing matches' },
  },
  show: {
    examples: [
      { does: 'Show the facts about a skill', args: ['show', KEY] },
      { does: 'Read a file of the skill', args: ['show', KEY, 'pitfalls'] },
      {
        does: 'Read the skill as an agent does',
        args: ['show', KEY, '--max-tokens', '1500', '--query', 'shutdown'],
      },
    ],
    exitCodes: { ...asking, [failed]: 'no such skill or file, or the service failed' },
  },
  match: {
    examples: [
      { does: 'See which libraries of a project have a skill', args: ['match', '../my-project'] },
      { does: 'Fail in CI', args: ['match', '--direct', '--fail-on', 'risk,drift'] },
      { does: 'For a comment on a change', args: ['match', '--format', 'markdown'] },
    ],
    exitCodes: {
      [ok]: 'answered',
      [failed]: 'found a kind of --fail-on',
      [usage]: 'wrong options, or failed',
      [port]: 'no project there',
    },
  },
  sync: {
    examples: [
      { does: 'Show the changes, then write them', args: ['sync'] },
      { does: 'Write in a script', args: ['sync', '--yes', '../my-project'] },
      { does: 'Fail in CI if out of date', args: ['sync', '--check'] },
    ],
    exitCodes: {
      [ok]: 'written, or nothing to write',
      [failed]: 'out of date (--check)',
      [usage]: 'wrong options, nobody to ask, or failed',
      [port]: 'no project there',
    },
  },
  export: {
    examples: [{ does: 'Write a skill for an agent to install', args: ['export', KEY, '--to', 'my-skills'] }],
    exitCodes: { [ok]: 'written', [failed]: 'no such skill, or not written', [noRegistry]: 'no registry' },
  },
  'export-site': {
    examples: [{ does: 'Write the files of a site', args: ['export-site', 'my-registry', '--to', 'site'] }],
    exitCodes: {
      [ok]: 'exported',
      [failed]: 'files were left out, or nothing could be written',
      [noRegistry]: 'no registry',
    },
  },
  validate: {
    examples: [
      { does: 'Check a registry or a skill', args: ['validate', 'my-registry'] },
      { does: 'Show the changes of a repair', args: ['validate', '--fix', '--dry-run', 'my-registry'] },
      { does: 'Check one file, as a hook does', args: ['validate', '--quiet', 'skills/js/a/b/pitfalls.md'] },
    ],
    exitCodes: {
      [ok]: 'no errors, and no more warnings than allowed',
      [failed]: 'problems found',
      [noRegistry]: 'nothing to check there',
    },
  },
  index: {
    examples: [
      { does: 'Rebuild index.json', args: ['index', 'my-registry'] },
      { does: 'Fail in CI if out of date', args: ['index', '--check', 'my-registry'] },
    ],
    exitCodes: {
      [ok]: 'index.json is up to date',
      [failed]: 'index.json is out of date (--check), lacks a skill (--strict), or can’t be written',
      [noRegistry]: 'no registry',
    },
  },
  init: {
    examples: [
      { does: 'Start a registry', args: ['init', '--registry', 'my-registry'] },
      {
        does: 'Start a skill in the registry, from the sources of a library',
        args: ['init', '-r', 'my-registry', '--library', '../tiny'],
      },
      {
        does: 'Start a skill without the sources',
        args: ['init', '-r', 'my-registry', 'cpp/gabime/spdlog'],
      },
      { does: 'In a library’s own repository', args: ['init'] },
    ],
    exitCodes: {
      [ok]: 'started',
      [failed]: 'the target exists already, or another file is in the way',
      [usage]: 'wrong options, or facts about the library are missing',
      [noRegistry]: 'no registry, and no folder for a new registry',
    },
  },
  submit: {
    examples: [
      { does: 'Check without adding', args: ['submit', '--check', '.skills'] },
      { does: 'Add a skill', args: ['submit', '.skills'] },
    ],
    exitCodes: {
      [ok]: 'added, or would be (--check)',
      [failed]: 'not accepted',
      [noRegistry]: 'no skill there',
    },
  },
  remove: {
    examples: [
      { does: 'Delete a skill, after a question', args: ['remove', KEY, '-r', 'my-registry'] },
      { does: 'In a script', args: ['remove', '--yes', KEY, '-r', 'my-registry'] },
    ],
    exitCodes: {
      [ok]: 'removed',
      [failed]: 'not there, or not removed',
      [usage]: 'wrong options, or nobody to ask',
      [noRegistry]: 'no registry',
    },
  },
  registry: {
    examples: [
      { does: 'Preview a registry, then add it', args: ['registry', 'add', 'owner/name'] },
      { does: 'Serve the registry', args: ['serve', '-r', 'name'] },
      { does: 'Show the changed lines of an update', args: ['registry', 'diff', 'name'] },
      { does: 'Take the update', args: ['registry', 'update', 'name'] },
      { does: 'Fail in CI if there is an update', args: ['registry', 'update', '--check'] },
    ],
    exitCodes: {
      [ok]: 'done',
      [failed]: 'failed, or an update is available (update --check)',
      [usage]: 'wrong options, or nobody to ask and no --yes',
    },
  },
  mcp: {
    examples: [
      { does: 'For a client that starts its servers', args: ['mcp'] },
      { does: 'Serve a certain registry', args: ['mcp', '-r', 'my-registry'] },
    ],
    exitCodes: {
      [ok]: 'every request is answered',
      [failed]: 'failed, or a request is unanswered',
    },
  },
  connect: {
    examples: [
      { does: 'List the clients', args: ['connect'] },
      { does: 'Show the changes, then write them', args: ['connect', 'cursor', '--write'] },
      {
        does: 'Serve always the same registry',
        args: ['connect', 'cursor', '-r', 'my-registry', '--write'],
      },
    ],
    exitCodes: {
      [ok]: 'done',
      [failed]: 'not possible',
      [noRegistry]: 'the named folder is no registry',
    },
  },
  doctor: {
    examples: [
      { does: 'Find out why a client gets no answer', args: ['doctor'] },
      { does: 'For a report', args: ['doctor', '--json'] },
    ],
    exitCodes: { [ok]: 'no error found', [failed]: 'an error found' },
  },
};

/** By precedence. */
const REGISTRY_CHOICE = [
  '-r <folder or name>',
  'SKILLS_REGISTRY',
  'the registry of a running service',
  'the remembered registry',
  'the registry at, above or right below the current folder',
  'all added registries, in layers',
  'the sample',
] as const;

/** For commands on files. Numbers: positions in `REGISTRY_CHOICE`. */
const REGISTRY_CHOICE_OF_FILES =
  'serve skips 3 and 4. validate and remove use 1, 2 and 5, index and init 1 and 5.';

/** For the main help. */
export function registryChoiceText(): string {
  const sources = REGISTRY_CHOICE.map((source, index) => `  ${index + 1}. ${source}`);
  return ['', 'Registry of a command, the first of:', ...sources, `  ${REGISTRY_CHOICE_OF_FILES}`].join('\n');
}

export function helpText(help: CommandHelp, lineOf: (args: readonly string[]) => string): string {
  const examples = help.examples.flatMap(({ does, args }) => [`  ${does}:`, `    ${lineOf(args)}`]);
  return ['', 'Examples:', ...examples, '', `Exit codes: ${exitCodeWords(help)}.`].join('\n');
}

/** `0 done, 1 failed, 2 wrong options` */
function exitCodeWords({ exitCodes }: CommandHelp): string {
  const all = { [usage]: 'wrong options', ...exitCodes };
  return Object.entries(all)
    .map(([code, means]) => `${code} ${means}`)
    .join(', ');
}

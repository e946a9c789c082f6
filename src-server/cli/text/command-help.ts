import { COMMAND_NAME } from '../../contract/clients/command.ts';
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts';

/** Additions to a command's help. */
export interface CommandHelp {
  readonly examples: readonly CommandExample[];
  /** 2 means wrong options everywhere. */
  readonly exitCodes: Readonly<Partial<Record<ExitCode, string>>>;
}

interface CommandExample {
  /** A colon and the line follow. */
  readonly does: string;
  /** Without the program's name. */
  readonly args: readonly string[];
}

const { ok, failed, usage, port, noRegistry } = EXIT_CODES;
const KEY = 'cpp/gabime/spdlog';
const asking = { [ok]: 'answered', [failed]: 'the service failed', [noRegistry]: 'no registry' };

/** By command; `''` is the program. */
export const COMMAND_HELP: Readonly<Record<string, CommandHelp>> = {
  '': {
    examples: [
      { does: 'Serve a folder of skills', args: ['serve', '-r', 'my-registry'] },
      { does: 'Ask it', args: ['find', 'how do I shut down cleanly'] },
      { does: 'See what a command does', args: ['help', 'serve'] },
    ],
    exitCodes: {
      [ok]: 'done',
      [failed]: 'problems found, or failed',
      [port]: 'port or address not to be had',
      [noRegistry]: 'no registry',
    },
  },
  serve: {
    examples: [
      { does: 'Serve your own folder', args: ['serve', '-r', 'my-registry'] },
      { does: 'On a free port', args: ['serve', '-r', 'my-registry', '--port', '0'] },
      { does: 'Let skills be added', args: ['serve', '-r', 'my-registry', '--allow-submit'] },
    ],
    exitCodes: {
      [ok]: 'stopped, or running already',
      [failed]: 'failed',
      [port]: 'port or address not to be had',
      [noRegistry]: 'no registry',
    },
  },
  status: {
    examples: [
      { does: 'See what runs', args: ['status'] },
      { does: 'For a script', args: ['status', '--json'] },
    ],
    exitCodes: { [ok]: 'answered, also where nothing runs', [failed]: 'failed' },
  },
  stop: {
    examples: [
      { does: 'End the one that runs', args: ['stop'] },
      { does: 'End one of several', args: ['stop', '--port', '8710'] },
    ],
    exitCodes: {
      [ok]: 'ended, or nothing ran',
      [failed]: 'still runs, does not answer, or is the tray app’s',
      [usage]: 'wrong options, or several run and none was named',
      [noRegistry]: 'no registry',
    },
  },
  list: {
    examples: [
      { does: 'What the running service serves', args: ['list'] },
      { does: 'What is in a folder', args: ['list', '-r', 'my-registry'] },
    ],
    exitCodes: asking,
  },
  search: {
    examples: [
      { does: 'By name, tag or summary', args: ['search', 'websocket'] },
      { does: 'In one language', args: ['search', '--lang', 'rust', 'async', 'runtime'] },
    ],
    exitCodes: { ...asking, [ok]: 'answered, also where nothing matches' },
  },
  find: {
    examples: [
      { does: 'Ask in plain words', args: ['find', 'how do I shut down a thread pool'] },
      {
        does: 'See why, and where to read',
        args: ['find', '--explain', '--limit', '3', 'deadlock', 'after', 'fork'],
      },
    ],
    exitCodes: { ...asking, [ok]: 'answered, also where nothing matches' },
  },
  show: {
    examples: [
      { does: 'What is known of a skill', args: ['show', KEY] },
      { does: 'Read one of its files', args: ['show', KEY, 'pitfalls'] },
      {
        does: 'Read it as an agent does',
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
      [failed]: 'found what --fail-on names',
      [usage]: 'wrong options, or failed',
      [port]: 'no project there',
    },
  },
  sync: {
    examples: [
      { does: 'See what would be written, then write it', args: ['sync'] },
      { does: 'Write it in a script', args: ['sync', '--yes', '../my-project'] },
      { does: 'Fail in CI where it is out of date', args: ['sync', '--check'] },
    ],
    exitCodes: {
      [ok]: 'written, or nothing to write',
      [failed]: 'something is to be written (--check)',
      [usage]: 'wrong options, nobody to ask, or failed',
      [port]: 'no project there',
    },
  },
  export: {
    examples: [{ does: 'Write a skill for an agent to install', args: ['export', KEY, '--to', 'my-skills'] }],
    exitCodes: { [ok]: 'written', [failed]: 'no such skill, or not written', [noRegistry]: 'no registry' },
  },
  validate: {
    examples: [
      { does: 'Check a registry or a skill', args: ['validate', 'my-registry'] },
      { does: 'See what a repair would change', args: ['validate', '--fix', '--dry-run', 'my-registry'] },
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
      { does: 'Fail in CI where it is out of date', args: ['index', '--check', 'my-registry'] },
    ],
    exitCodes: {
      [ok]: 'index.json is what the skills say',
      [failed]: 'it isn’t (--check), or can’t be written',
      [noRegistry]: 'no registry',
    },
  },
  init: {
    examples: [
      { does: 'Begin a registry', args: ['init', '--registry', 'my-registry'] },
      {
        does: 'Start a skill in it, about a library you have',
        args: ['init', '-r', 'my-registry', '--library', '../tiny'],
      },
      {
        does: 'The same without its sources',
        args: ['init', '-r', 'my-registry', 'cpp/gabime/spdlog'],
      },
      { does: 'In a library’s own repository', args: ['init'] },
    ],
    exitCodes: {
      [ok]: 'started',
      [failed]: 'something is there already, or in the way',
      [usage]: 'wrong options, or the library isn’t known well enough',
      [noRegistry]: 'no registry, and no folder to begin one in',
    },
  },
  submit: {
    examples: [
      { does: 'See what would keep it out', args: ['submit', '--check', '.skills'] },
      { does: 'Add it', args: ['submit', '.skills'] },
    ],
    exitCodes: {
      [ok]: 'added, or would be (--check)',
      [failed]: 'not accepted',
      [noRegistry]: 'no skill there',
    },
  },
  report: {
    examples: [
      {
        does: 'Note what is wrong with a skill',
        args: ['report', KEY, 'drop_all() flushes since 1.15'],
      },
      { does: 'List the notes', args: ['report'] },
      { does: 'Remove a note', args: ['report', '--remove', '<id>'] },
    ],
    exitCodes: {
      [ok]: 'noted, listed or removed',
      [failed]: 'no such skill or note, or the service failed',
      [usage]: 'wrong options',
      [noRegistry]: 'no registry',
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
      { does: 'See what an address holds, then add it', args: ['registry', 'add', 'owner/name'] },
      { does: 'Serve it', args: ['serve', '-r', 'name'] },
      { does: 'See what is new, with the lines', args: ['registry', 'diff', 'name'] },
      { does: 'Take it', args: ['registry', 'update', 'name'] },
      { does: 'Fail in CI where something is new', args: ['registry', 'update', '--check'] },
    ],
    exitCodes: {
      [ok]: 'done',
      [failed]: 'could not be done, or something is new (update --check)',
      [usage]: 'wrong use, or nobody to ask and no --yes',
    },
  },
  mcp: {
    examples: [
      { does: 'For a client that starts its servers itself', args: ['mcp'] },
      { does: 'Of one registry', args: ['mcp', '-r', 'my-registry'] },
    ],
    exitCodes: {
      [ok]: 'all that was asked is answered',
      [failed]: 'failed or left something unanswered',
    },
  },
  connect: {
    examples: [
      { does: 'See what there is to connect', args: ['connect'] },
      { does: 'See what would change, then change it', args: ['connect', 'cursor', '--write'] },
      {
        does: 'Have its program serve one registry always',
        args: ['connect', 'cursor', '-r', 'my-registry', '--write'],
      },
      { does: 'Where it doesn’t work', args: ['connect', '--doctor'] },
    ],
    exitCodes: {
      [ok]: 'done',
      [failed]: 'not possible, or the doctor found an error',
      [noRegistry]: 'the named folder is no registry',
    },
  },
  doctor: {
    examples: [
      { does: 'See what is wrong', args: ['doctor'] },
      { does: 'For a report', args: ['doctor', '--json'] },
    ],
    exitCodes: { [ok]: 'no error found', [failed]: 'an error found' },
  },
};

export function helpText(help: CommandHelp, lineOf: (args: readonly string[]) => string): string {
  const examples = help.examples.flatMap(({ does, args }) => [`  ${does}:`, `    ${lineOf(args)}`]);
  return ['', 'Examples:', ...examples, '', `Exit codes: ${exitCodeWords(help)}.`].join('\n');
}

/** Example: `0 done, 1 failed, 2 wrong options`. */
export function exitCodeWords({ exitCodes }: CommandHelp): string {
  const all = { [usage]: 'wrong options', ...exitCodes };
  return Object.entries(all)
    .map(([code, means]) => `${code} ${means}`)
    .join(', ');
}

export function exampleLine(args: readonly string[]): string {
  return [COMMAND_NAME, ...args.map((word) => (word.includes(' ') ? `'${word}'` : word))].join(' ');
}

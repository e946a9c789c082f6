import type { Priority } from '../../src-server/contract/api/api.ts';

/** Reading order. */
export const PRIORITIES: readonly Priority[] = ['P0', 'P1', 'P2', 'P3'];

export interface PriorityWords {
  readonly title: string;
  readonly meaning: string;
}

const WORDS: Readonly<Record<Priority, PriorityWords>> = {
  P0: {
    title: 'Read first',
    meaning: 'P0 in the format: the files an agent should read before it writes a line of code.',
  },
  P1: { title: 'When you use it', meaning: 'P1 in the format: read these when your code uses their topic.' },
  P2: { title: 'On demand', meaning: 'P2 in the format: only when you need it.' },
  P3: { title: 'Reference', meaning: 'P3 in the format: to look something up.' },
};

const EXAMPLES: PriorityWords = { title: 'Examples', meaning: 'P3 in the format: examples, to copy from.' };

/** `paths`: all of the priority. */
export function priorityWords(priority: Priority, paths: readonly string[]): PriorityWords {
  const examples =
    priority === 'P3' && paths.length > 0 && paths.every((path) => path.startsWith('examples/'));
  return examples ? EXAMPLES : WORDS[priority];
}

interface Prioritised {
  readonly path: string;
  readonly priority: Priority;
}

/** `2 of 3 to read first`, `on demand`. */
export function placeInWords(files: readonly Prioritised[], file: Prioritised): string {
  const same = files.filter(({ priority }) => priority === file.priority);
  if (file.priority !== 'P0')
    return priorityWords(
      file.priority,
      same.map(({ path }) => path),
    ).title.toLowerCase();
  return `${same.findIndex(({ path }) => path === file.path) + 1} of ${same.length} to read first`;
}

import type { ChangedFile, ChangeNote, ReadSkillChange } from '../../contract/service/registry-work.ts';
import { printable, printableLines } from '../../contract/words/printable.ts';
import { formatDiff } from '../../platform/diff.ts';

/** For JSON. */
export interface PrintedChange {
  readonly key: string;
  readonly files: readonly (ChangedFile & {
    readonly notes: readonly string[];
    /** '' for binary and large files. */
    readonly diff: string;
  })[];
}

export function toPrinted({ key, files }: ReadSkillChange): PrintedChange {
  return {
    key,
    files: files.map(({ path, change, notes, diff }) => ({
      ...{ path, change, notes: notes.map(noteWords), diff: formatDiff(diff.flat()) },
    })),
  };
}

function noteWords({ kind, text }: ChangeNote): string {
  switch (kind) {
    case 'address':
      return `new address: ${text}`;
    case 'command':
      return `new command: ${text}`;
    case 'hidden':
      return 'has characters now that can’t be seen';
    case 'unread':
      return 'no text, or too large to show';
  }
}

export function changesText(changes: readonly PrintedChange[]): string {
  return changes
    .map(({ key, files }) =>
      [
        printable(key),
        ...files.flatMap(({ path, change, notes, diff }) => [
          `  ${change} ${printable(path)}`,
          ...notes.map((note) => `  ! ${printable(note)}`),
          ...(diff === '' ? [] : [printableLines(diff).replace(/^/gm, '    ')]),
        ]),
      ].join('\n'),
    )
    .join('\n\n');
}

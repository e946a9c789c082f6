import { shellWord } from '../../src-server/contract/clients/shell-words.ts';
import { CommandLine } from '../components/command-line.tsx';
import { commandWords, ownShell } from '../text/command-lines.ts';

/** The line that begins a skill in this folder; its key is still to be filled in, and the folder where it isn't known. */
export function InitCommand({ folder }: { readonly folder: string | undefined }) {
  const word = (folder !== undefined && shellWord(folder, ownShell(navigator))) || '<folder>';
  return <CommandLine line={`${commandWords()} init -r ${word} <language>/<author>/<name>`} isTemplate />;
}

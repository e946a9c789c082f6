import { shellWord } from '../../src-server/contract/clients/shell-words.ts';
import { CommandLine } from '../components/command-line.tsx';
import { commandWords, ownShell } from '../text/command-lines.ts';

export function InitCommand({ folder }: { readonly folder: string | undefined }) {
  const word = (folder !== undefined && shellWord(folder, ownShell(navigator))) || '<folder>';
  return <CommandLine line={`${commandWords()} init -r ${word} <language>/<author>/<name>`} isTemplate />;
}

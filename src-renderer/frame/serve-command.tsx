import { CommandLine } from '../components/command-line.tsx';
import { commandWords } from '../text/command-lines.ts';

export function ServeCommand() {
  return <CommandLine line={`${commandWords()} serve --registry <folder>`} isTemplate />;
}

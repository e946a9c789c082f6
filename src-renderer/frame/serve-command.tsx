import { CommandLine } from '../components/command-line.tsx';
import { commandWords, ownShell, serveLine } from '../text/command-lines.ts';

/** A template if the folder is unknown. */
export function ServeCommand({
  folder,
  port,
}: {
  readonly folder?: string | undefined;
  readonly port?: number | undefined;
}) {
  const line = folder === undefined ? undefined : serveLine({ folder, port }, ownShell(navigator));
  return (
    <CommandLine
      line={line ?? `${commandWords()} serve --registry <folder>`}
      isTemplate={line === undefined}
    />
  );
}

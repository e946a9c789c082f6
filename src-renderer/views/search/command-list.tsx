import { ArrowRight, Copy } from 'lucide-react';
import { Icon } from '../../components/icon.tsx';
import { Revealed } from '../../text/revealed.tsx';
import styles from './command-list.module.css';
import type { Command } from './commands.ts';
import { useRunCommand } from './use-commands.ts';

export function CommandList({
  commands,
  chosen,
  onChoose,
}: {
  readonly commands: readonly Command[];
  readonly chosen?: string | undefined;
  readonly onChoose?: (words: string) => void;
}) {
  const run = useRunCommand();
  return (
    <ul aria-label="Commands">
      {commands.map((command) => {
        const row = {
          className: `edged ${styles.row}`,
          onFocus: () => onChoose?.(command.words),
          'aria-current': command.words === chosen ? ('true' as const) : undefined,
        };
        const words = (
          <>
            <Icon of={command.kind === 'copy' ? Copy : ArrowRight} />
            <Revealed text={command.words} />
          </>
        );
        return (
          <li key={command.words}>
            {command.kind === 'open' ? (
              <a href={command.href} {...row}>
                {words}
              </a>
            ) : (
              <button type="button" data-row {...row} onClick={() => run(command)}>
                {words}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

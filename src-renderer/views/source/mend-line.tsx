import type { ReactNode } from 'react';
import { useService } from '../../data/use-service.ts';
import { fixLine, ownShell } from '../../text/command-lines.ts';
import { CommandLine } from '../../ui/show/code.tsx';
import styles from './source.module.css';

/** With the command of this machine, for the folder that is served. */
export function MendLine({ children }: { readonly children: ReactNode }) {
  const { folder } = useService().state;
  const line = fixLine(folder, ownShell(navigator));
  if (line === undefined) return null;
  return (
    <div className={styles.mend}>
      <p className="soft">{children}</p>
      <CommandLine line={line} />
    </div>
  );
}

import type { ReactNode } from 'react';
import { CopyButton } from '../../../components/copy.tsx';
import { ScrollBox } from '../../../components/scroll-box.tsx';
import styles from './code-block.module.css';

/** Button and selection copy only the code. */
export function CodeBlock({
  raw,
  line,
  children,
}: {
  readonly raw: string;
  /** First line in the file. */
  readonly line: number | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.block} data-line={line}>
      <ScrollBox className={styles.code ?? ''} label="Code">
        <pre>{children}</pre>
      </ScrollBox>
      <CopyButton
        text={raw}
        said="Copied the code"
        label="Copy code"
        iconOnly
        size="small"
        className={styles.copy}
      />
    </div>
  );
}

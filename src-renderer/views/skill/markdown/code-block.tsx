import type { ReactNode } from 'react';
import { CopyButton } from '../../../components/copy.tsx';
import { ScrollBox } from '../../../components/scroll-box.tsx';
import styles from './code-block.module.css';

/** Code in colours and rails; its button, and a selection, copy the code alone. */
export function CodeBlock({
  raw,
  line,
  children,
}: {
  /** As it stands in the file. */
  readonly raw: string;
  /** Where it starts in the file. */
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

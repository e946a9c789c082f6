import styles from './command-line.module.css';
import { CopyButton } from './copy.tsx';

/** A line for a terminal, as it can be pasted; without a button where a part of it is still to be filled in. */
export function CommandLine({
  line,
  label = 'Copy the command',
  isTemplate = false,
}: {
  readonly line: string;
  /** Of the button that copies it. */
  readonly label?: string;
  readonly isTemplate?: boolean;
}) {
  return (
    <span className={styles.command}>
      <code>{line}</code>
      {!isTemplate && (
        <CopyButton text={line} said="Copied the command" label={label} iconOnly size="small" look="bare" />
      )}
    </span>
  );
}

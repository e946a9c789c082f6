import styles from './command-line.module.css';
import { CopyButton } from './copy.tsx';

/** Templates have no copy button. */
export function CommandLine({
  line,
  label = 'Copy the command',
  isTemplate = false,
}: {
  readonly line: string;
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

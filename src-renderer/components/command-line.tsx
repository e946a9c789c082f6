import styles from './command-line.module.css';
import { CopyButton } from './copy.tsx';

/** Shell command with a copy button. A template with placeholders has no button. */
export function CommandLine({
  line,
  label = 'Copy the command',
  isTemplate = false,
}: {
  readonly line: string;
  /** Label of the copy button. */
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

import { FolderOpen, SquarePen, WrapText } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useAttempt } from '../../components/use-attempt.ts';
import { desktop } from '../../desktop.ts';
import { useStore } from '../../stores/use-store.ts';
import styles from './document.module.css';
import { wrapCode, wrapsCode } from './wraps-code.ts';

export function WrapButton() {
  const on = useStore(wrapsCode);
  return (
    <Button
      look="bare"
      iconOnly
      aria-pressed={on}
      aria-label="Wrap long lines of code"
      title={on ? 'Long lines of code are wrapped' : 'Wrap long lines of code'}
      onClick={() => wrapCode(!on)}
    >
      <Icon of={WrapText} />
    </Button>
  );
}

/** App only. */
export function DiskButtons({ skillKey, file }: { readonly skillKey: string; readonly file: string }) {
  const attempt = useAttempt();
  if (desktop === undefined) return null;
  const { openSkillFile } = desktop;
  const open = (program: 'editor' | 'file-manager') =>
    attempt(() => openSkillFile({ key: skillKey, file, with: program }));
  return (
    <>
      {file.endsWith('.md') && (
        <Button
          look="bare"
          iconOnly
          className={styles.wide}
          aria-label="Open this file in your editor"
          title="Open this file in your editor"
          onClick={() => open('editor')}
        >
          <Icon of={SquarePen} />
        </Button>
      )}
      <Button
        look="bare"
        iconOnly
        className={styles.wide}
        aria-label="Show this file in the file manager"
        title="Show this file in the file manager"
        onClick={() => open('file-manager')}
      >
        <Icon of={FolderOpen} />
      </Button>
    </>
  );
}

import type { LucideIcon } from 'lucide-react';
import { type CSSProperties, type ReactNode, useId } from 'react';
import { Button, IconButton } from './button.tsx';
import styles from './popover.module.css';

/** A button that opens a small box beside itself; a press elsewhere or Escape closes it. */
export function Popover({
  name,
  icon,
  isNameShown = true,
  children,
}: {
  readonly name: string;
  readonly icon?: LucideIcon;
  /** False: only the icon is. */
  readonly isNameShown?: boolean;
  readonly children: ReactNode;
}) {
  const id = useId();
  const anchor = `--anchor${id.replace(/\W/g, '')}`;
  const opener = { popoverTarget: id, style: { anchorName: anchor } as CSSProperties };
  return (
    <>
      {isNameShown || icon === undefined ? (
        <Button icon={icon} {...opener}>
          {name}
        </Button>
      ) : (
        <IconButton name={name} icon={icon} {...opener} />
      )}
      <fieldset
        id={id}
        popover="auto"
        className={styles.popover}
        aria-label={name}
        style={{ positionAnchor: anchor } as CSSProperties}
      >
        {children}
      </fieldset>
    </>
  );
}

import type { ComponentProps } from 'react';
import styles from './button.module.css';

/** How a button looks, and where it stands. */
interface Look {
  /** `main` is the one that helps most, at most one in a view; `bare` has no edge. Default: `plain`. */
  readonly look?: 'plain' | 'main' | 'bare';
  /** True where an icon is all there is to see; the words are then its label. */
  readonly iconOnly?: boolean;
  /** `small` stands within lines and captions. */
  readonly size?: 'small';
  /** Where it stands; never how it looks. */
  readonly className?: string | undefined;
}

/** Does something here. */
export function Button({ ref, ...props }: ComponentProps<'button'> & Look) {
  return <button ref={ref} type="button" {...withLook(props)} />;
}

/** Leads somewhere, and looks like a button. */
export function LinkButton(props: ComponentProps<'a'> & Look) {
  return <a {...withLook(props)} />;
}

function withLook<P extends Look>({ look = 'plain', iconOnly = false, size, className, ...rest }: P) {
  return {
    ...rest,
    className: className === undefined ? styles.button : `${styles.button} ${className}`,
    'data-look': look,
    'data-size': size,
    'data-icon-only': iconOnly || undefined,
  };
}

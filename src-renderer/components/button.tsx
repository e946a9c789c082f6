import type { ComponentProps } from 'react';
import styles from './button.module.css';

interface Look {
  /** `main`: primary action, once per view. `bare`: no border. */
  readonly look?: 'plain' | 'main' | 'bare';
  /** Requires `aria-label`. */
  readonly iconOnly?: boolean;
  readonly size?: 'small';
  /** For position, never for appearance. */
  readonly className?: string | undefined;
}

export function Button({ ref, ...props }: ComponentProps<'button'> & Look) {
  return <button ref={ref} type="button" {...withLook(props)} />;
}

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

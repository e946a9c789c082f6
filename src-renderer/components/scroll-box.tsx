import type { ReactNode } from 'react';

/** Focusable for scrolling by keyboard. */
export function ScrollBox({
  className,
  label,
  children,
  ...pointer
}: {
  readonly className: string;
  readonly label: string;
  readonly children: ReactNode;
  readonly onPointerEnter?: () => void;
  readonly onPointerLeave?: () => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: neither a form's fields nor a part of the outline
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={className} role="group" aria-label={label} tabIndex={0} {...pointer}>
      {children}
    </div>
  );
}

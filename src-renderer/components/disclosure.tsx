import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/** Shows or hides the element with the ID `controls`. */
export function Disclosure({
  isOpen,
  controls,
  onToggle,
  children,
  ...button
}: Omit<ComponentProps<typeof Button>, 'onClick'> & {
  readonly isOpen: boolean;
  readonly controls?: string;
  readonly onToggle: () => void;
}) {
  return (
    <Button
      {...button}
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      onClick={onToggle}
    >
      {children}
      <Icon of={isOpen ? ChevronUp : ChevronDown} />
    </Button>
  );
}

import { Check, Copy } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { desktop } from '../desktop.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { useToast } from './toast.tsx';

/** False if the clipboard is unavailable. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (desktop !== undefined) await desktop.copyText({ text });
    else if (navigator.clipboard !== undefined) await navigator.clipboard.writeText(text);
    else return copyBySelection(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Without `navigator.clipboard`, as on non-loopback HTTP pages. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'hidden-text';
  document.body.append(field);
  const focused = document.activeElement;
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}

export function useCopy(): (text: string, said: string) => Promise<boolean> {
  const toast = useToast();
  return async (text, said) => {
    const copied = await copyText(text);
    if (copied) toast(said);
    else toast('The clipboard refused. Select the text and copy it by hand.', 'refused');
    return copied;
  };
}

export function CopyButton({
  text,
  said,
  label,
  children,
  ...look
}: Pick<ComponentProps<typeof Button>, 'look' | 'iconOnly' | 'size' | 'className'> & {
  readonly text: string;
  readonly said: string;
  readonly label?: string;
  readonly children?: ReactNode;
}) {
  const copy = useCopy();
  const [copied, setCopied] = useState(false);
  const onClick = async () => {
    if (!(await copy(text, said))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), 1600);
  };
  return (
    <Button
      {...look}
      onClick={onClick}
      {...(label === undefined ? {} : { 'aria-label': label, title: label })}
    >
      <Icon of={copied ? Check : Copy} />
      {children}
    </Button>
  );
}

import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { desktop } from '../data/host.ts';
import { Button, IconButton } from './button.tsx';
import { useToast } from './notice.tsx';

const SHOWN_MS = 1_600;

/** Returns what copies a text and says so; it resolves to false where the clipboard refuses. */
export function useCopy(): (text: string, said: string) => Promise<boolean> {
  const toast = useToast();
  return async (text, said) => {
    const isCopied = await copyText(text);
    if (isCopied) toast(said);
    else toast('The clipboard refused. Select the text and copy it by hand.', 'refused');
    return isCopied;
  };
}

/** A button that copies: with children it has words, else it is an icon. */
export function CopyButton({
  text,
  what,
  kind,
  children,
}: {
  readonly text: string;
  /** What is copied, such as `the address`; it follows “Copy” and “Copied”. */
  readonly what: string;
  readonly kind?: 'primary' | 'plain' | 'quiet';
  readonly children?: ReactNode;
}) {
  const copy = useCopy();
  const [isCopied, setIsCopied] = useState(false);
  const onClick = async () => {
    if (!(await copy(text, `Copied ${what}`))) return;
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), SHOWN_MS);
  };
  const icon = isCopied ? Check : Copy;
  if (children === undefined) return <IconButton name={`Copy ${what}`} icon={icon} onClick={onClick} />;
  return (
    <Button icon={icon} onClick={onClick} {...(kind !== undefined && { kind })}>
      {children}
    </Button>
  );
}

async function copyText(text: string): Promise<boolean> {
  try {
    if (desktop !== undefined) await desktop.copyText({ text });
    else if (navigator.clipboard !== undefined) await navigator.clipboard.writeText(text);
    else return copyBySelection(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Copies a selection: pages over HTTP that are not of this computer have no `navigator.clipboard`. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'hidden-text';
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

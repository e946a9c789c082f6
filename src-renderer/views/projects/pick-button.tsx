import { type ReactNode, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { FolderInput } from '../../components/folder-input.tsx';
import { KeyHint, useKeys } from '../../components/shortcuts.tsx';
import { takePicked } from '../../folders/shown-project.ts';

export function PickButton({
  look = 'plain',
  children,
}: {
  readonly look?: 'plain' | 'main' | 'bare';
  readonly children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  useKeys({ o: choose });
  return (
    <>
      <Button look={look} onClick={choose}>
        {children} <KeyHint>O</KeyHint>
      </Button>
      <FolderInput ref={input} label="The project’s folder" onFiles={(files) => void takePicked(files)} />
    </>
  );
}

import { type ReactNode, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { FolderInput } from '../../components/folder-input.tsx';
import { KeyHint, useKeys } from '../../components/shortcuts.tsx';
import { desktop } from '../../desktop.ts';
import { takeFromApp, takePicked } from '../../folders/shown-project.ts';

/** System dialog, or file input in a browser. */
export function PickButton({
  look = 'plain',
  children,
}: {
  readonly look?: 'plain' | 'main' | 'bare';
  readonly children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => {
    if (desktop === undefined) input.current?.click();
    else void takeFromApp(desktop.pickProject, 'The folder');
  };
  useKeys({ o: choose });
  return (
    <>
      <Button look={look} onClick={choose}>
        {children} <KeyHint>O</KeyHint>
      </Button>
      {desktop === undefined && (
        <FolderInput ref={input} label="The project’s folder" onFiles={(files) => void takePicked(files)} />
      )}
    </>
  );
}

import { type ReactNode, useCallback, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { KeyHint, useKeys } from '../../components/shortcuts.tsx';
import { desktop } from '../../desktop.ts';
import { takeFromApp, takePicked } from './shown-project.ts';

/** Opens a dialog for a project's folder: the system's in the app, the browser's in a browser. */
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
  // The attribute that makes a file input take a folder is not one that React knows.
  const prepare = useCallback((element: HTMLInputElement | null) => {
    input.current = element;
    if (element !== null) element.webkitdirectory = true;
  }, []);
  return (
    <>
      <Button look={look} onClick={choose}>
        {children} <KeyHint>O</KeyHint>
      </Button>
      {desktop === undefined && (
        <input
          ref={prepare}
          type="file"
          multiple
          hidden
          aria-label="The project’s folder"
          onChange={(event) => {
            void takePicked([...(event.currentTarget.files ?? [])]);
            // The same folder may be chosen again, after a change.
            event.currentTarget.value = '';
          }}
        />
      )}
    </>
  );
}

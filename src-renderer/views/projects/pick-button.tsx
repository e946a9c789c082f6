import { type ReactNode, useCallback, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { KeyHint, useKeys } from '../../components/shortcuts.tsx';
import { desktop } from '../../desktop.ts';
import { takeFromApp, takePicked } from './shown-project.ts';

/** System dialog in the app, file input in a browser. */
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
  // React has no property for `webkitdirectory`.
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
            // Without a reset, choosing the same folder again would fire no event.
            event.currentTarget.value = '';
          }}
        />
      )}
    </>
  );
}

import { Component, type ReactNode } from 'react';
import { desktop } from '../desktop.ts';
import { hasService } from '../host.ts';
import { Button } from './button.tsx';
import { Sheet } from './sheet.tsx';
import { Empty } from './states.tsx';

interface Props {
  readonly place: string;
  readonly children: ReactNode;
}

interface State {
  readonly place: string;
  readonly message: string | undefined;
}

/** Chromium, Firefox, Safari and Vite, for a script or style sheet that did not arrive. */
const MISSING_PART = /dynamically imported module|Importing a module script failed|Unable to preload/;

/** Resets on navigation. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { place: this.props.place, message: undefined };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return place === state.place ? null : { place, message: undefined };
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === undefined) return this.props.children;
    const isMissing = MISSING_PART.test(message);
    return (
      <Sheet whole>
        <Empty
          whole
          title={isMissing ? 'A part of this page did not arrive.' : 'This view could not be shown.'}
          actions={
            <Button look="main" onClick={() => location.reload()}>
              {desktop !== undefined ? 'Load the window again' : 'Load the page again'}
            </Button>
          }
        >
          <p role="alert">
            {isMissing
              ? 'The connection failed, or the files have changed since you opened the page. Load the page again once its address answers. '
              : hasService && 'The service itself is not affected. '}
            What went wrong: <code>{message}</code>
          </p>
        </Empty>
      </Sheet>
    );
  }
}

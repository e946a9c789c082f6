import { Component, type ReactNode } from 'react';
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
    if (this.state.message === undefined) return this.props.children;
    return (
      <Sheet whole>
        <Empty
          whole
          title="This view could not be shown."
          actions={
            <Button look="main" onClick={() => location.reload()}>
              Load the window again
            </Button>
          }
        >
          <p role="alert">
            {hasService && 'The service itself is not affected. '}What went wrong:{' '}
            <code>{this.state.message}</code>
          </p>
        </Empty>
      </Sheet>
    );
  }
}

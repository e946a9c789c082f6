import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Sheet } from './sheet.tsx';
import { Empty } from './states.tsx';

interface Props {
  readonly children: ReactNode;
}

/** A view that fails takes only itself down. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean; readonly message: string }> {
  override state = { failed: false, message: '' };

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
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
            The service itself is not affected. What went wrong: <code>{this.state.message}</code>
          </p>
        </Empty>
      </Sheet>
    );
  }
}

import { Component, type ReactNode } from 'react';
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
      <div className="sheet full">
        <Empty
          whole
          title="This view could not be shown."
          actions={
            <button type="button" className="button main" onClick={() => location.reload()}>
              Load the window again
            </button>
          }
        >
          <p role="alert">
            The service itself is not affected. What went wrong: <code>{this.state.message}</code>
          </p>
        </Empty>
      </div>
    );
  }
}

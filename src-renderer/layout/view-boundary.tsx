import { Component, type ReactNode } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { Page } from './layout.tsx';

/** Chromium, Firefox, Safari and Vite, for a script or a stylesheet that did not arrive. */
const MISSING_PART = /dynamically imported module|Importing a module script failed|Unable to preload/;

interface State {
  readonly message?: string;
}

/** One view that fails leaves the others. */
export class ViewBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === undefined) return this.props.children;
    const isMissing = MISSING_PART.test(message);
    return (
      <Page
        title={isMissing ? 'A part of this page did not arrive.' : 'This view could not be shown.'}
        sub={
          <span role="alert">
            {isMissing
              ? 'The service has ended, or the files have changed since you opened the page. Once it answers again, load the page. '
              : 'The service itself is not affected. '}
            What went wrong: <code>{message}</code>
          </span>
        }
        actions={
          <Button kind="primary" onClick={() => location.reload()}>
            Load the page again
          </Button>
        }
      />
    );
  }
}

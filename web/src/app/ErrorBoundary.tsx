import { Component, type ReactNode } from 'react';
import { ErrorPage } from './ErrorPage.tsx';

export type ErrorBoundaryProps = { pathname: string; children: ReactNode };

/** Shows the error page when a page fails to render; navigation to another page resets it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasError: boolean }> {
  override state = { hasError: false };

  static getDerivedStateFromError = () => ({ hasError: true });

  override componentDidUpdate(previous: ErrorBoundaryProps): void {
    if (previous.pathname !== this.props.pathname && this.state.hasError) this.setState({ hasError: false });
  }

  override render(): ReactNode {
    return this.state.hasError ? <ErrorPage /> : this.props.children;
  }
}

import { Component, type ReactNode, startTransition } from 'react';
import { forgetFailedLoads } from './loading/lazy-component.tsx';

export type ErrorBoundaryProps = {
  /** Shown in place of the children when they fail to render; `retry` renders them again. */
  fallback: (retry: () => void) => ReactNode;
  /** Another value renders the children again. */
  resetKey?: string;
  children: ReactNode;
};

/** Contains a failure to render, or to load code, and tries again when the network is back. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError = () => ({ failed: true });

  // In a transition the fallback stays until the children are loaded.
  retry = (): void => {
    if (!this.state.failed) return;
    forgetFailedLoads();
    startTransition(() => this.setState({ failed: false }));
  };

  override componentDidMount(): void {
    addEventListener('online', this.retry);
  }

  override componentDidUpdate(previous: ErrorBoundaryProps): void {
    if (previous.resetKey !== this.props.resetKey) this.retry();
  }

  override componentWillUnmount(): void {
    removeEventListener('online', this.retry);
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(this.retry) : this.props.children;
  }
}

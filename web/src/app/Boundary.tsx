import { Component, type ReactNode } from 'react';
import { Broken } from './Broken.tsx';

export type BoundaryProps = { at: string; children: ReactNode };

/** Catches a page that cannot be shown; another page gets another chance. */
export class Boundary extends Component<BoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError = () => ({ broken: true });

  override componentDidUpdate(before: BoundaryProps): void {
    if (before.at !== this.props.at && this.state.broken) this.setState({ broken: false });
  }

  override render(): ReactNode {
    return this.state.broken ? <Broken /> : this.props.children;
  }
}

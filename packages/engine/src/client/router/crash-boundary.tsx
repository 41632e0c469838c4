import { Component, type ReactNode } from 'react';
import { CrashScreen } from '../layout/crash-screen.tsx';

interface Props {
  /** A crash ends with the page it happened on. */
  path: string;
  children: ReactNode;
}

/** a page that throws shows what it threw, and a way to try again. */
export class CrashBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidUpdate(before: Props): void {
    if (before.path !== this.props.path && this.state.error) this.retry();
  }

  retry = (): void => this.setState({ error: null });

  override render(): ReactNode {
    return this.state.error ? <CrashScreen error={this.state.error} onRetry={this.retry} /> : this.props.children;
  }
}

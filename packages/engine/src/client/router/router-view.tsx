import { Component, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import type { SiteData } from '#model/site.ts';
import { App } from '../layout/app.tsx';
import { CrashScreen, LoadingError, ProgressBar } from '../layout/status.tsx';
import type { ProgressStore } from './progress.ts';
import type { Router } from './router.ts';

/** The shell, fed by the router. Its tree is the one the build rendered, so that hydration finds every id it expects. */
export function RouterPage({ router, site, onReady }: { router: Router; site: SiteData; onReady: () => void }) {
  const { page, path } = useSyncExternalStore(router.subscribe, router.getState, router.getState);
  useEffect(onReady, [onReady]);
  return (
    <CrashBoundary path={path}>
      <App page={page} site={site} />
    </CrashBoundary>
  );
}

/** What the visitor sees of a navigation under way or gone wrong. A root of its own: it outlives a crash of the page. */
export function RouterStatus({ router, progress }: { router: Router; progress: ProgressStore }) {
  const { visible, value } = useSyncExternalStore(progress.subscribe, progress.getState);
  const { error } = useSyncExternalStore(router.subscribe, router.getState);
  return (
    <>
      <ProgressBar visible={visible} value={value} />
      {error && <LoadingError error={error} onRetry={() => location.reload()} />}
    </>
  );
}

interface Props {
  /** A crash ends with the page it happened on. */
  path: string;
  children: ReactNode;
}

/** A page that throws shows what it threw, and a way to try again. */
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

import { Component, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { IN_ENGLISH, type Translate, createTranslate } from '#model/interface-words.ts';
import type { SiteData } from '#model/site.ts';
import { App } from '../layout/app.tsx';
import type { ProgressStore, Router } from './router.ts';
import { Button } from '../ui/controls.tsx';

/** The shell with the state of the router. Its tree must be the same as in the build, so that ids match on hydration. */
export function RouterPage({ router, site, onReady }: { router: Router; site: SiteData; onReady: () => void }) {
  const { page, path } = useSyncExternalStore(router.subscribe, router.getState, router.getState);
  useEffect(onReady, [onReady]);
  return (
    <CrashBoundary path={path} translate={createTranslate(site)}>
      <App page={page} site={site} />
    </CrashBoundary>
  );
}

/** The progress and the errors of navigations. It has its own React root, so that it survives a crash of the page. */
export function RouterStatus({ router, progress, translate }: { router: Router; progress: ProgressStore; translate: Translate }) {
  const { visible, value } = useSyncExternalStore(progress.subscribe, progress.getState);
  const { error } = useSyncExternalStore(router.subscribe, router.getState);
  return (
    <>
      <ProgressBar visible={visible} value={value} translate={translate} />
      {error && <LoadingError error={error} onRetry={() => location.reload()} translate={translate} />}
    </>
  );
}

interface Props {
  /** The boundary is reset when the path changes. */
  path: string;
  translate?: Translate;
  children: ReactNode;
}

/** Shows the error of a page that throws while rendering, and a button to retry. */
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
    const { children, translate } = this.props;
    return this.state.error ? <CrashScreen error={this.state.error} onRetry={this.retry} {...(translate && { translate })} /> : children;
  }
}

/** A loading indicator that rotates every 3 seconds; with reduced motion, it only shows the text. */
export function Spinner({ label = 'Loading…' }: { label?: string }) {
  return (
    <p className="spinner" role="status">
      <span>{label}</span>
    </p>
  );
}

/**
 * The thin bar at the top while a page loads; `value` is from 0 to 1. It is a native progress element, because the
 * Content-Security-Policy forbids a width in a style attribute.
 */
export function ProgressBar({ visible, value, translate = IN_ENGLISH }: { visible: boolean; value: number; translate?: Translate }) {
  return <progress className="progress-bar" hidden={!visible} value={value} max={1} aria-label={translate('Loading page')} />;
}

interface ErrorProps {
  error: Error;
  onRetry: () => void;
  translate?: Translate;
}

/** The error box for a page that could not be loaded. */
export function LoadingError({ error, onRetry, translate = IN_ENGLISH }: ErrorProps) {
  return (
    <div className="loading-error" role="alert">
      <p>
        {error.message}
        {!navigator.onLine && <span> {translate('You might want to check your network connection.')}</span>}
      </p>
      <button type="button" onClick={onRetry}>
        {translate('Retry')}
      </button>
    </div>
  );
}

/** The page that is shown if rendering failed. */
export function CrashScreen({ error, onRetry, translate = IN_ENGLISH }: ErrorProps) {
  return (
    <main id="main" className="crash-screen" tabIndex={-1}>
      <h1>{translate('This page crashed.')}</h1>
      <p role="alert">{error.message}</p>
      <Button variant="primary" onClick={onRetry}>
        {translate('Try again')}
      </Button>
    </main>
  );
}

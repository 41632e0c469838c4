import { Button } from '../ui/controls.tsx';

/** Turns once in 3 seconds while something loads; where motion is not wanted it stands still and the text speaks. */
export function Spinner({ label = 'Loading…' }: { label?: string }) {
  return (
    <p className="spinner" role="status">
      <span>{label}</span>
    </p>
  );
}

/**
 * The thin bar at the top while a page loads; `value` runs from 0 to 1. A native progress element, because a
 * width in a style attribute is not allowed by the site's content security policy.
 */
export function ProgressBar({ visible, value }: { visible: boolean; value: number }) {
  return <progress className="progress-bar" hidden={!visible} value={value} max={1} aria-label="Loading page" />;
}

/** The red box of a page that could not be loaded. */
export function LoadingError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className="loading-error" role="alert">
      <p>{error.message}</p>
      <button type="button" onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}

/** What a visitor sees when rendering a page threw. */
export function CrashScreen({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <main id="main" className="crash-screen" tabIndex={-1}>
      <h1>This page crashed.</h1>
      <p role="alert">{error.message}</p>
      <Button look="primary" onClick={onRetry}>
        Try again
      </Button>
    </main>
  );
}

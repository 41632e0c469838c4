import { Button } from '../ui/button.tsx';

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

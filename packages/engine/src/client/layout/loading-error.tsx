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

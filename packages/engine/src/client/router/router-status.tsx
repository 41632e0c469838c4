import { useSyncExternalStore } from 'react';
import { LoadingError } from '../layout/loading-error.tsx';
import { ProgressBar } from '../layout/progress-bar.tsx';
import type { Router } from './navigation.ts';
import type { ProgressStore } from './progress.ts';

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

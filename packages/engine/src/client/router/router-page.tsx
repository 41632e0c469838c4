import { useEffect, useSyncExternalStore } from 'react';
import type { SiteData } from '#model/site.ts';
import { App } from '../layout/app.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import type { Router } from './navigation.ts';

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

/** The version of the docs that the visitor prefers: the one opened last. */
import type { PageShell } from '#model/page.ts';
import type { SiteData } from '#model/site.ts';
import { storage, type SiteStorage } from '../storage.ts';

/** Keeps the version's name when the page is one of its pages, and the configuration lets names be kept. */
export function keepPreferredVersion(page: Pick<PageShell, 'kind'>, { docs }: Pick<SiteData, 'docs'>, store: SiteStorage = storage): void {
  if (page.kind !== 'doc' || docs.versionPersistence === 'none') return;
  store.set(`docs-preferred-version-${docs.pluginId}`, docs.version.name);
}

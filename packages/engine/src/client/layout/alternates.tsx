/** Links to other versions and languages: the switchers of the navbar, and the notices above a page. */
import { type MouseEvent, useSyncExternalStore } from 'react';
import type { Alternate, PageShell } from '#model/page.ts';
import type { NavbarItem } from '#model/site.ts';
import { withBase } from '#model/url.ts';
import { storage } from '../storage.ts';
import { globeIcon, Icon } from '../ui/icon.tsx';
import { VisuallyHidden } from '../ui/controls.tsx';
import { NavbarDropdown } from './dropdown.tsx';
import { useSite, useTranslate } from './site-context.tsx';

type Page = Pick<PageShell, 'alternates' | 'kind' | 'path'>;

/** Does not subscribe to storage, because a change in another tab should not change the page while it is being read. */
const NEVER = (): (() => void) => () => undefined;

/**
 * Returns the version that the reader chose last, for pages that do not belong to a version. Null on documentation pages, in
 * the HTML of the build, if no version is stored, and if the stored version no longer exists.
 */
export function usePreferredVersion({ alternates, kind }: Page) {
  const { docs } = useSite();
  const key = `docs-preferred-version-${docs.pluginId}`;
  const stored = useSyncExternalStore(
    NEVER,
    () => (docs.versionPersistence === 'none' ? null : storage.get(key)),
    () => null,
  );
  if (kind === 'doc' || stored === null) return null;
  return alternates?.versions.find(({ name }) => name === stored) ?? null;
}

/** Replaces the target of a navbar link to the start of the docs with that of the reader's preferred version. */
export function preferredItem(item: NavbarItem, preferred: Alternate | null, docsPath: string): NavbarItem {
  return preferred !== null && item.href === docsPath ? { ...item, href: preferred.path } : item;
}

/** Adds the query and the hash of the address to a link that the reader follows: the search page shows the same query. */
function keepQueryAndHash({ target }: MouseEvent): void {
  const link = (target as Element).closest('a');
  if (link === null) return;
  link.search = location.search;
  link.hash = location.hash;
}

/** The switchers of versions and languages, which link to the counterparts of the page. A switcher is absent if there is only one version or language. */
export function Switchers({ page }: { page: Page }) {
  const translate = useTranslate();
  const preferred = usePreferredVersion(page);
  const { alternates } = page;
  if (alternates === undefined) return null;
  const { versions, locales, allVersions } = alternates;
  const current = versions.find(({ isCurrent }) => isCurrent);
  // The search page searches its own version.
  const version = page.kind === 'search' ? current : (preferred ?? current);
  const locale = locales.find(({ isCurrent }) => isCurrent);
  const listed = versions.map(({ label, path, searchPath = path }) => ({ label, href: searchPath }));
  if (allVersions !== undefined) listed.push({ label: translate('All versions'), href: allVersions });
  return (
    <>
      {versions.length > 0 && (
        <li className="version-switcher" onClickCapture={keepQueryAndHash}>
          <NavbarDropdown
            label={<Named name={translate('Version')} value={version?.label ?? translate('Versions')} />}
            items={listed}
            path={page.path}
          />
        </li>
      )}
      {locales.length > 0 && (
        <li className="locale-switcher" onClickCapture={keepQueryAndHash}>
          <NavbarDropdown
            label={
              <>
                <Icon icon={globeIcon} />
                <Named name={translate('Language')} value={locale?.label ?? ''} />
              </>
            }
            items={locales.map(({ label, path, lang }) => ({ label, href: path, lang }))}
            path={page.path}
          />
        </li>
      )}
    </>
  );
}

function Named({ name, value }: { name: string; value: string }) {
  return (
    <>
      <VisuallyHidden>{`${name}: `}</VisuallyHidden>
      {value}
    </>
  );
}

/** Notices about the version, and about a page that is not translated. */
export function PageNotices({ page }: { page: Page }) {
  const { baseUrl, docs } = useSite();
  const translate = useTranslate();
  const { banner, label } = docs.version;
  const { newest, isUntranslated } = page.alternates ?? {};
  return (
    <>
      {banner !== undefined && (
        <aside className="page-notice" data-notice={banner}>
          {banner === 'unreleased'
            ? translate('This is the documentation of version {version}, which is not released yet.', { version: label })
            : translate('This is the documentation of version {version}, which is no longer maintained.', { version: label })}{' '}
          {newest !== undefined && (
            <a href={withBase(baseUrl, newest.path)}>{translate('The newest version is {version}.', { version: newest.label })}</a>
          )}
        </aside>
      )}
      {isUntranslated === true && (
        <aside className="page-notice" data-notice="untranslated">
          {translate('This page has not been translated yet.')}
        </aside>
      )}
    </>
  );
}

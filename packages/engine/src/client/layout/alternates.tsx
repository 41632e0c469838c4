/** What leads to other versions and languages: the switchers of the navbar, and the notices above a page. */
import { useSyncExternalStore } from 'react';
import type { Alternate, PageShell } from '#model/page.ts';
import type { NavbarItem } from '#model/site.ts';
import { withBase } from '#model/url.ts';
import { storage } from '../storage.ts';
import { globeIcon, Icon } from '../ui/icon.tsx';
import { VisuallyHidden } from '../ui/controls.tsx';
import { NavbarDropdown } from './dropdown.tsx';
import { useSite, useWords } from './site-context.tsx';

type Page = Pick<PageShell, 'alternates' | 'kind' | 'path'>;

/** What is stored is read when the page is shown; a change in another tab is not worth a change under the reader's eyes. */
const NEVER = (): (() => void) => () => undefined;

/**
 * The version that the reader chose last, on pages that belong to none: documentation pages have one. Null where nothing
 * is stored, as in the HTML of the build, and where the site has no such version any more.
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

/** A link of the navbar to where the docs begin leads to the version that the reader prefers. */
export function preferredItem(item: NavbarItem, preferred: Alternate | null, docsPath: string): NavbarItem {
  return preferred !== null && item.href === docsPath ? { ...item, href: preferred.path } : item;
}

/** The versions and the languages, each on the page that is shown where they have it. Both are absent where there is but one. */
export function Switchers({ page }: { page: Page }) {
  const say = useWords();
  const preferred = usePreferredVersion(page);
  const { alternates } = page;
  if (alternates === undefined) return null;
  const { versions, locales, allVersions } = alternates;
  const version = preferred ?? versions.find(({ isCurrent }) => isCurrent);
  const locale = locales.find(({ isCurrent }) => isCurrent);
  const listed = versions.map(({ label, path }) => ({ label, href: path }));
  if (allVersions !== undefined) listed.push({ label: say('All versions'), href: allVersions });
  return (
    <>
      {versions.length > 0 && (
        <li className="version-switcher">
          <NavbarDropdown
            label={<Named name={say('Version')} value={version?.label ?? say('Versions')} />}
            items={listed}
            path={page.path}
          />
        </li>
      )}
      {locales.length > 0 && (
        <li className="locale-switcher">
          <NavbarDropdown
            label={
              <>
                <Icon icon={globeIcon} />
                <Named name={say('Language')} value={locale?.label ?? ''} />
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
  const say = useWords();
  const { banner, label } = docs.version;
  const { newest, isUntranslated } = page.alternates ?? {};
  return (
    <>
      {banner !== undefined && (
        <aside className="page-notice" data-notice={banner}>
          {banner === 'unreleased'
            ? say('This is the documentation of version {version}, which is not released yet.', { version: label })
            : say('This is the documentation of version {version}, which is no longer maintained.', { version: label })}{' '}
          {newest !== undefined && (
            <a href={withBase(baseUrl, newest.path)}>{say('The newest version is {version}.', { version: newest.label })}</a>
          )}
        </aside>
      )}
      {isUntranslated === true && (
        <aside className="page-notice" data-notice="untranslated">
          {say('This page has not been translated yet.')}
        </aside>
      )}
    </>
  );
}

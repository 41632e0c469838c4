import { slots } from 'virtual:slots';
import { useEffect, useRef, useState } from 'react';
import { useCloseOnLeave } from '@quire/search/close-on-leave';
import type { PageShell, SidebarNode } from '#model/page.ts';
import type { NavbarItem } from '#model/site.ts';
import { withBase } from '#model/url.ts';
import { arrowLeftIcon, chevronIcon, closeIcon, Icon, menuIcon, moonIcon, navbarIcons, searchIcon, sunIcon } from '../ui/icon.tsx';
import { Kbd, VisuallyHidden } from '../ui/controls.tsx';
import { preferredItem, Switchers, usePreferredVersion, CurrentLink, NavbarDropdown } from './navbar-items.tsx';
import { SidebarNodes, useCurrentInView } from './sidebar.tsx';
import { useSite, useTranslate } from './site-context.tsx';
import { storage } from '../storage.ts';

/** The bar at the top: brand, items, search, color mode, and, on narrow screens, the menu. */
export function Navbar({ page }: { page: PageShell }) {
  const { navbar, colorMode, search } = useSite();
  const translate = useTranslate();
  const hidden = useHideOnScroll(navbar.hideOnScroll);
  return (
    <header className="navbar" data-hidden={hidden || undefined}>
      <MobileMenu page={page} />
      <Brand />
      <nav className="navbar-items" aria-label={translate('Main')}>
        <Items position="left" page={page} />
        <Items position="right" page={page} />
      </nav>
      {search !== null && <SearchLink />}
      {slots.map(({ NavbarEnd }, index) => NavbarEnd && <NavbarEnd key={index} />)}
      {!colorMode.disableSwitch && <ColorModeToggle />}
    </header>
  );
}

function Items({ position, page }: { position: 'left' | 'right'; page: PageShell }) {
  const { navbar, docs } = useSite();
  const preferred = usePreferredVersion(page);
  const items = navbar.items.filter((item) => item.position === position).map((item) => preferredItem(item, preferred, docs.version.path));
  const hasSwitchers = position === 'right' && page.alternates !== undefined;
  if (items.length === 0 && !hasSwitchers) return null;
  return (
    <ul data-position={position}>
      {items.map((item) => (
        <li key={`${item.href} ${item.label}`}>
          <NavbarEntry item={item} path={page.path} />
        </li>
      ))}
      {hasSwitchers && <Switchers page={page} />}
    </ul>
  );
}

function Brand() {
  const { navbar, baseUrl, colorMode, docSet } = useSite();
  const { logo, title } = navbar;
  const size = { width: logo?.width, height: logo?.height };
  // With lazy loading, the hidden logo is not fetched. The logo of the default mode should load without delay.
  const lightFirst = colorMode.defaultMode === 'light';
  return (
    <a className="brand" href={docSet === undefined ? baseUrl : withBase(baseUrl, docSet.localePrefix || '/')}>
      {logo && (
        <>
          <img {...size} className="light-only" src={withBase(baseUrl, logo.src)} alt={logo.alt} loading={lightFirst ? 'eager' : 'lazy'} />
          <img
            {...size}
            className="dark-only"
            src={withBase(baseUrl, logo.srcDark)}
            alt={logo.alt}
            loading={lightFirst ? 'lazy' : 'eager'}
          />
        </>
      )}
      {title !== '' && <span>{title}</span>}
    </a>
  );
}

/** A link to the search page. Its `data-search` attribute makes the search dialog handle the click. */
function SearchLink() {
  const { baseUrl, docSet } = useSite();
  const translate = useTranslate();
  return (
    <a
      className="search-link"
      href={withBase(baseUrl, `${docSet?.prefix ?? ''}/search`)}
      data-search=""
      aria-keyshortcuts="Control+K Meta+K /"
    >
      <Icon icon={searchIcon} />
      <span>{translate('Search docs')}</span>
      <Kbd>Ctrl K</Kbd>
    </a>
  );
}

/**
 * Switches between light and dark mode. Both labels are rendered and the stylesheet shows the right one, so that the HTML
 * does not depend on the visitor.
 */
function ColorModeToggle() {
  const translate = useTranslate();
  return (
    <button type="button" className="icon-button needs-script" onClick={toggle}>
      <Face className="light-only" icon={moonIcon} name={translate('Switch to dark mode')} />
      <Face className="dark-only" icon={sunIcon} name={translate('Switch to light mode')} />
    </button>
  );
}

function Face({ className, icon, name }: { className: string; icon: unknown; name: string }) {
  return (
    <span className={className}>
      <Icon icon={icon} />
      <span className="visually-hidden">{name}</span>
    </span>
  );
}

function toggle(): void {
  chooseColorMode(shownColorMode() === 'dark' ? 'light' : 'dark');
}

/** An item of the navbar: a link, an icon with a link, or a dropdown of links. */
function NavbarEntry({ item, path }: { item: NavbarItem; path: string }) {
  if (item.items) return <NavbarDropdown label={item.label} items={item.items} path={path} />;
  const icon = item.icon === undefined ? undefined : navbarIcons[item.icon];
  return (
    <CurrentLink item={item} path={path} {...(icon && { className: 'icon-link' })}>
      {icon ? <IconLabel icon={icon} label={item.label} /> : item.label}
    </CurrentLink>
  );
}

function IconLabel({ icon, label }: { icon: unknown; label: string }) {
  return (
    <>
      <Icon icon={icon} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </>
  );
}

const NAVBAR = '.navbar';

/**
 * Returns whether the navbar is hidden: after the reader has scrolled down by more than its height, until they scroll up.
 * Always false if it is not enabled.
 */
function useHideOnScroll(enabled: boolean): boolean {
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    if (!enabled) return undefined;
    let last = window.scrollY;
    const follow = () => {
      const now = Math.max(0, window.scrollY);
      const height = document.querySelector<HTMLElement>(NAVBAR)?.offsetHeight ?? 0;
      setHidden(now > height && now > last);
      last = now;
    };
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, [enabled]);
  return hidden;
}

const DESKTOP = '(min-width: 997px)';

/**
 * The menu of narrow screens. It is a modal dialog, so the browser traps the focus, closes the dialog on Escape, and restores
 * the focus. Its content exists only while it is open, so that pages do not contain a second copy of the navigation.
 */
function MobileMenu({ page }: { page: PageShell }) {
  const [open, setOpen] = useState(false);
  const translate = useTranslate();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  useEffect(() => (open ? showUntilDesktop(dialog.current) : undefined), [open]);
  useCloseOnLeave(open, close);
  return (
    <>
      <button
        type="button"
        className="icon-button menu-button needs-script"
        aria-label={translate('Open menu')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Icon icon={menuIcon} />
      </button>
      <dialog
        ref={dialog}
        className="mobile-menu"
        aria-label={translate('Menu')}
        onClose={() => setOpen(false)}
        onClick={(event) => event.target === event.currentTarget && close()}
      >
        {open && (
          <div className="mobile-menu-frame">
            <button type="button" className="icon-button mobile-menu-close" aria-label={translate('Close menu')} onClick={close}>
              <Icon icon={closeIcon} />
            </button>
            <MobileMenuPanels page={page} />
          </div>
        )}
      </dialog>
    </>
  );
}

/** Opens the dialog, and closes it when the window becomes wide enough for the navbar. */
function showUntilDesktop(dialog: HTMLDialogElement | null): () => void {
  if (dialog && !dialog.open) dialog.showModal();
  const desktop = matchMedia(DESKTOP);
  const leave = () => dialog?.close();
  desktop.addEventListener('change', leave);
  return () => desktop.removeEventListener('change', leave);
}

/** The menu: on documentation pages the sidebar of the docs, and the main menu as a second panel; elsewhere both, one below the other. */
function MobileMenuPanels({ page }: { page: PageShell }) {
  const [docsShown, setDocsShown] = useState(true);
  if (page.sidebar === null || page.kind !== 'doc') return <MainPanel page={page} tree={page.sidebar} />;
  if (!docsShown) return <MainPanel page={page} tree={null} onShowDocs={() => setDocsShown(true)} />;
  return <DocsPanel nodes={page.sidebar} path={page.path} onBack={() => setDocsShown(false)} />;
}

function DocsPanel({ nodes, path, onBack }: { nodes: SidebarNode[]; path: string; onBack: () => void }) {
  const list = useCurrentInView(path);
  const translate = useTranslate();
  return (
    <>
      <button type="button" className="mobile-menu-switch" onClick={onBack} autoFocus>
        <Icon icon={arrowLeftIcon} />
        {translate('Back to main menu')}
      </button>
      <nav className="mobile-menu-panel sidebar-list" aria-label={translate('Docs pages')} ref={list}>
        <SidebarNodes nodes={nodes} path={path} />
      </nav>
    </>
  );
}

interface MainPanelProps {
  page: PageShell;
  /** The sidebar to show below the menu; null: none. */
  tree: SidebarNode[] | null;
  onShowDocs?: () => void;
}

function MainPanel({ page, tree, onShowDocs }: MainPanelProps) {
  const { navbar, docs } = useSite();
  const translate = useTranslate();
  const preferred = usePreferredVersion(page);
  return (
    <>
      {onShowDocs ? (
        <button type="button" className="mobile-menu-switch" onClick={onShowDocs} autoFocus>
          {translate('Browse the docs')}
          <Icon icon={chevronIcon} />
        </button>
      ) : (
        <Brand />
      )}
      <div className="mobile-menu-panel">
        <nav className="mobile-menu-list" aria-label={translate('Main')}>
          <ul>
            {navbar.items.map((item) => (
              <li key={`${item.href} ${item.label}`}>
                <NavbarEntry item={preferredItem(item, preferred, docs.version.path)} path={page.path} />
              </li>
            ))}
            <Switchers page={page} />
          </ul>
        </nav>
        {tree !== null && (
          <nav className="sidebar-list" aria-label={translate('Docs pages')}>
            <SidebarNodes nodes={tree} path={page.path} />
          </nav>
        )}
      </div>
    </>
  );
}

type ColorMode = 'light' | 'dark';

/** Returns the color mode of the page. The inline script sets it and follows other tabs and the system (first-paint.ts). */
function shownColorMode(): ColorMode {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

/** Shows a mode and stores it as the reader's choice. */
function chooseColorMode(mode: ColorMode): void {
  storage.set('theme', mode);
  document.documentElement.dataset['theme'] = mode;
}

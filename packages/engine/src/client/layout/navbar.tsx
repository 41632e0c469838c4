import type { PageShell } from '#model/page.ts';
import { withBase } from '#model/url.ts';

import { ColorModeToggle } from './color-mode-toggle.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { NavbarEntry } from './navbar-entry.tsx';
import { SearchLink } from './search-link.tsx';
import { useSite } from './site-context.ts';
import { useHideOnScroll } from './use-hide-on-scroll.ts';

/** The bar at the top: brand, items, search, colour mode and, on narrow screens, the menu. */
export function Navbar({ page }: { page: PageShell }) {
  const { navbar, colorMode, search } = useSite();
  const hidden = useHideOnScroll(navbar.hideOnScroll);
  return (
    <header className="navbar" data-hidden={hidden || undefined}>
      <MobileMenu page={page} />
      <Brand />
      <nav className="navbar-items" aria-label="Main">
        <Items position="left" path={page.path} />
        <Items position="right" path={page.path} />
      </nav>
      {search !== null && <SearchLink />}
      {!colorMode.disableSwitch && <ColorModeToggle />}
    </header>
  );
}

function Items({ position, path }: { position: 'left' | 'right'; path: string }) {
  const items = useSite().navbar.items.filter((item) => item.position === position);
  if (items.length === 0) return null;
  return (
    <ul data-position={position}>
      {items.map((item) => (
        <li key={`${item.href} ${item.label}`}>
          <NavbarEntry item={item} path={path} />
        </li>
      ))}
    </ul>
  );
}

function Brand() {
  const { navbar, baseUrl, colorMode } = useSite();
  const { logo, title } = navbar;
  // A picture that is not shown is not fetched when it is lazy; the other one should not wait.
  const lightFirst = colorMode.defaultMode === 'light';
  return (
    <a className="brand" href={baseUrl}>
      {logo && (
        <>
          <img className="light-only" src={withBase(baseUrl, logo.src)} alt={logo.alt} loading={lightFirst ? 'eager' : 'lazy'} />
          <img className="dark-only" src={withBase(baseUrl, logo.srcDark)} alt={logo.alt} loading={lightFirst ? 'lazy' : 'eager'} />
        </>
      )}
      {title !== '' && <span>{title}</span>}
    </a>
  );
}

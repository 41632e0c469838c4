import type { NavbarItem } from '#model/site.ts';

import { Icon } from '../ui/icon.tsx';
import { navbarIcons } from '../ui/icons.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { CurrentLink } from './current-link.tsx';
import { NavbarDropdown } from './navbar-dropdown.tsx';

/** One item of the navbar: a link, an icon that is a link, or a dropdown of links. */
export function NavbarEntry({ item, path }: { item: NavbarItem; path: string }) {
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

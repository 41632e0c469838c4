import { useEffect, useRef } from 'react';

import type { NavbarItem } from '#model/site.ts';

import { Icon } from '../ui/icon.tsx';
import { chevronIcon } from '../ui/icons.ts';
import { CurrentLink } from './current-link.tsx';

export interface NavbarDropdownProps {
  label: string;
  items: NonNullable<NavbarItem['items']>;
  path: string;
}

/** A disclosure of links. It opens without JavaScript; with it, Escape and a press elsewhere collapse it too. */
export function NavbarDropdown({ label, items, path }: NavbarDropdownProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => collapseOnLeave(ref.current), []);
  useEffect(() => ref.current?.removeAttribute('open'), [path]);
  return (
    <details className="dropdown" ref={ref}>
      <summary>
        {label}
        <Icon icon={chevronIcon} />
      </summary>
      <ul>
        {items.map((item) => (
          <li key={item.href}>
            <CurrentLink item={item} path={path}>
              {item.label}
            </CurrentLink>
          </li>
        ))}
      </ul>
    </details>
  );
}

function collapseOnLeave(details: HTMLDetailsElement | null): (() => void) | undefined {
  if (details === null) return undefined;
  const listening = new AbortController();
  const { signal } = listening;
  const collapse = () => details.removeAttribute('open');
  document.addEventListener('pointerdown', ({ target }) => details.contains(target as Node) || collapse(), { signal });
  details.addEventListener('focusout', (event) => leftBy(event, details) && collapse(), { signal });
  details.addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Escape' || !details.open) return;
      collapse();
      details.querySelector('summary')?.focus();
    },
    { signal },
  );
  return () => listening.abort();
}

/** Whether focus went to another part of the page (a press on nothing focusable has no related target). */
function leftBy({ relatedTarget }: FocusEvent, details: HTMLElement): boolean {
  return relatedTarget instanceof Node && !details.contains(relatedTarget);
}

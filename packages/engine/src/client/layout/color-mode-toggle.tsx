import { useEffect } from 'react';

import { Icon } from '../ui/icon.tsx';
import { moonIcon, sunIcon } from '../ui/icons.ts';
import { chooseColorMode, followColorMode, shownColorMode } from './color-mode.ts';
import { useSite } from './site-context.ts';

/**
 * Switches between light and dark. Both faces are rendered and the stylesheet shows the one that fits, so the server
 * needs to know nothing of the visitor and hydration finds what it expects.
 */
export function ColorModeToggle() {
  const { colorMode } = useSite();
  useEffect(() => followColorMode(colorMode), [colorMode]);
  return (
    <button type="button" className="icon-button needs-script" onClick={toggle}>
      <Face className="light-only" icon={moonIcon} name="Switch to dark mode" />
      <Face className="dark-only" icon={sunIcon} name="Switch to light mode" />
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

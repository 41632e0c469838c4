import { useEffect, useRef, useState } from 'react';

import type { PageShell } from '#model/page.ts';

import { Icon } from '../ui/icon.tsx';
import { closeIcon, menuIcon } from '../ui/icons.ts';
import { MobileMenuPanels } from './mobile-menu-panels.tsx';
import { useCloseOnNavigation } from './use-close-on-navigation.ts';

const DESKTOP = '(min-width: 997px)';

/**
 * The menu of narrow screens: a modal dialog, so the browser traps focus, closes on Escape and gives focus back. Its
 * content exists only while it is open: no page ships a second copy of the navigation.
 */
export function MobileMenu({ page }: { page: PageShell }) {
  const [open, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  useEffect(() => (open ? showUntilDesktop(dialog.current) : undefined), [open]);
  useCloseOnNavigation(open, close);
  return (
    <>
      <button
        type="button"
        className="icon-button menu-button needs-script"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Icon icon={menuIcon} />
      </button>
      <dialog
        ref={dialog}
        className="mobile-menu"
        aria-label="Menu"
        onClose={() => setOpen(false)}
        onClick={(event) => event.target === event.currentTarget && close()}
      >
        {open && (
          <div className="mobile-menu-frame">
            <button type="button" className="icon-button mobile-menu-close" aria-label="Close menu" onClick={close}>
              <Icon icon={closeIcon} />
            </button>
            <MobileMenuPanels page={page} />
          </div>
        )}
      </dialog>
    </>
  );
}

/** Opens the dialog, and closes it when the screen grows wide enough for the navbar. */
function showUntilDesktop(dialog: HTMLDialogElement | null): () => void {
  if (dialog && !dialog.open) dialog.showModal();
  const desktop = matchMedia(DESKTOP);
  const leave = () => dialog?.close();
  desktop.addEventListener('change', leave);
  return () => desktop.removeEventListener('change', leave);
}

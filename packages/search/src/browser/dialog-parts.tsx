import { createContext, type MouseEvent, type PointerEvent, type RefObject, useContext, useLayoutEffect, useRef } from 'react';
import { createTranslate, type Translate } from '../search-words.ts';
import { useCloseOnLeave } from './close-on-leave.ts';

/**
 * An icon drawn as lines in the color of the text around it. Hidden from screen readers: put the name on the enclosing element.
 * @param path path data in a box of 24 units
 */
export function LineIcon({ path }: { path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}

/** The path data of the search icons. */
const DRAWINGS = {
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM15.4 15.4 20 20',
  clear: 'm7 7 10 10M17 7 7 17',
  page: 'M6 3.5h8l4 4v13H6zM13.5 3.5V8H18M9 12h6M9 16h6',
  section: 'M5 9h14M5 15h14M10 4 8 20M16 4l-2 16',
  question: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM9.7 9.6a2.4 2.4 0 1 1 3.6 2.1c-.8.5-1.3 1-1.3 1.9M12 16.5h.01',
  ask: 'M11 4c.6 4 2.9 6.3 7 7-4.1.7-6.4 3-7 7-.6-4-2.9-6.3-7-7 4.1-.7 6.4-3 7-7ZM18.5 15.5v4M16.5 17.5h4',
  recent: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 7.5V12l3 2',
  star: 'm12 4 2.5 5 5.5.8-4 3.9.9 5.5-4.9-2.6-4.9 2.6.9-5.5-4-3.9 5.5-.8z',
  none: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM15.4 15.4 20 20M8.3 8.3l4.4 4.4M12.7 8.3l-4.4 4.4',
  offline: 'M4 4l16 16M8.5 13a5 5 0 0 1 3-1.4M5.5 10a9 9 0 0 1 3-2M11.5 6.6a9 9 0 0 1 7 3.4M15 12.6l.5.4M12 17h.01',
  enter: 'M19 6v6H6M9.5 8.5 6 12l3.5 3.5',
  up: 'M12 19V6M7 11l5-5 5 5',
  down: 'M12 5v13M7 13l5 5 5-5',
};

export function SearchIcon({ name }: { name: keyof typeof DRAWINGS }) {
  return <LineIcon path={DRAWINGS[name]} />;
}

/** Translates the user interface text of search into the language of the site. */
export const TranslateContext = createContext<Translate>(createTranslate());

export const useTranslate = (): Translate => useContext(TranslateContext);

/** Properties of a `<dialog>` that `useModalDialog` controls. */
export interface ModalDialogProps {
  ref: RefObject<HTMLDialogElement | null>;
  onClose: () => void;
  onPointerDown: (event: PointerEvent) => void;
  onClick: (event: MouseEvent) => void;
}

/**
 * Shows a `<dialog>` over the page while `isOpen` is true. It closes on Escape, on a click beside its content, and when the
 * reader leaves the page.
 * @param onShow called each time the dialog has been shown, before it is painted
 */
export function useModalDialog(isOpen: boolean, close: () => void, onShow: () => void): ModalDialogProps {
  const ref = useRef<HTMLDialogElement>(null);
  /** Whether the pointer was pressed on the content. A selection of text that ends beside the content is a click on the dialog, too. */
  const isPressedInside = useRef(false);
  useLayoutEffect(() => {
    if (!isOpen) {
      ref.current?.close();
      // If nothing was focused before, the browser blurs the hidden field only later, and shortcuts would count as typing in it.
      const { activeElement } = document;
      if (activeElement instanceof HTMLElement && ref.current?.contains(activeElement) === true) activeElement.blur();
      return;
    }
    if (!ref.current?.open) ref.current?.showModal();
    onShow();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOpen]);
  useCloseOnLeave(isOpen, close);
  return {
    ref,
    // The close event is fired in a later task, when a fast reader may have opened the dialog again.
    onClose: () => ref.current?.open === true || close(),
    onPointerDown: ({ target, currentTarget }) => (isPressedInside.current = target !== currentTarget),
    onClick: ({ target, currentTarget }) => target === currentTarget && !isPressedInside.current && close(),
  };
}

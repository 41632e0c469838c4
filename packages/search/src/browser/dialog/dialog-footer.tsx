import { SearchIcon } from '../icons.tsx';

/** What the keys do. */
export function DialogFooter() {
  return (
    <div className="search-keys">
      <span>
        <kbd>
          <SearchIcon name="enter" />
        </kbd>{' '}
        to select
      </span>
      <span>
        <kbd>
          <SearchIcon name="up" />
        </kbd>
        <kbd>
          <SearchIcon name="down" />
        </kbd>{' '}
        to navigate
      </span>
      <span>
        <kbd>esc</kbd> to close
      </span>
    </div>
  );
}

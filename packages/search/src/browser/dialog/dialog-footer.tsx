import { say } from '../../words.ts';
import { SearchIcon } from '../icons.tsx';

/** What the keys do. */
export function DialogFooter() {
  return (
    <div className="search-keys">
      <span>
        <kbd>
          <SearchIcon name="enter" />
        </kbd>{' '}
        {say('to select')}
      </span>
      <span>
        <kbd>
          <SearchIcon name="up" />
        </kbd>
        <kbd>
          <SearchIcon name="down" />
        </kbd>{' '}
        {say('to navigate')}
      </span>
      <span>
        <kbd>esc</kbd> {say('to close')}
      </span>
    </div>
  );
}

import { Icon } from '../ui/icon.tsx';
import { askIcon } from '../ui/icons.ts';

/** Opens the assistant; what listens to `data-ask` comes with the first intent. Without script there is no assistant, and no button. */
export function AskButton() {
  return (
    <aside className="ask-launcher needs-script" aria-label="Assistant">
      <button type="button" className="ask-button" data-ask="" aria-haspopup="dialog">
        <Icon icon={askIcon} />
        Ask our AI
      </button>
    </aside>
  );
}

import { useSite } from '@quire/engine/client/layout/site-context.tsx';
import { askIcon, Icon } from '@quire/engine/client/ui/icon.tsx';

import { assistantData } from './assistant-site.ts';

/** The button that opens the assistant. The shell starts the assistant on the first user intent; without script the button is hidden. */
export function AfterFooter() {
  const { name } = assistantData(useSite()).dialog;
  return (
    <aside className="ask-launcher needs-script" aria-label="Assistant">
      <button type="button" className="ask-button" data-ask="" aria-haspopup="dialog">
        <Icon icon={askIcon} />
        {name}
      </button>
    </aside>
  );
}

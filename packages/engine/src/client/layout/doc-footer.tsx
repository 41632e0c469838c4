import type { LastUpdate, PageShell } from '#model/page.ts';

import { ExternalLink } from '../ui/external-link.tsx';
import { Icon } from '../ui/icon.tsx';
import { copyIcon, pencilIcon } from '../ui/icons.ts';
import { useSite } from './site-context.ts';

/** What can be done with the page and who changed it last. */
export function DocFooter({ page }: { page: Pick<PageShell, 'editUrl' | 'lastUpdate' | 'markdownUrl'> }) {
  const { editUrl, lastUpdate, markdownUrl } = page;
  if (editUrl === null && lastUpdate === null && markdownUrl === null) return null;
  return (
    <footer className="doc-footer">
      {editUrl !== null && (
        <ExternalLink href={editUrl}>
          <Icon icon={pencilIcon} />
          Edit this page
        </ExternalLink>
      )}
      {markdownUrl !== null && <MarkdownLinks url={markdownUrl} />}
      {lastUpdate && <LastUpdated {...lastUpdate} />}
    </footer>
  );
}

/** The page as Markdown, to copy and to open; copying is the work of the prose room (`data-copy-page`). */
function MarkdownLinks({ url }: { url: string }) {
  return (
    <>
      <button type="button" className="link-button needs-script" data-copy-page="" data-markdown={url}>
        <Icon icon={copyIcon} />
        Copy page
      </button>
      <a href={url}>View as Markdown</a>
    </>
  );
}

function LastUpdated({ author, date }: LastUpdate) {
  const { htmlLang } = useSite().locale;
  // Day, month and year as written in the source's history: no time zone of the reader may move it.
  const shown = new Intl.DateTimeFormat(htmlLang, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));
  return (
    <p>
      {author === null ? (
        'Last updated on '
      ) : (
        <>
          Last updated by <b>{author}</b> on{' '}
        </>
      )}
      <time dateTime={date} suppressHydrationWarning>
        {shown}
      </time>
    </p>
  );
}

import { isExternal, withBase } from '@quire/engine/model/url.ts';
import type { DialogSite } from '../assistant-site.ts';

/** What to think of the answers, where people are, and whose words they are. */
export function DialogFootnote({ site }: { site: DialogSite }) {
  const { links, baseUrl, docs } = site;
  const { disclaimer, poweredBy } = site.assistant.dialog;
  return (
    <footer className="ask-footnote">
      <p>
        {disclaimer}
        {links.chat !== null && (
          <>
            {' '}
            People are there for you in the{' '}
            <a href={links.chat} {...(isExternal(links.chat) && { target: '_blank', rel: 'noopener' })}>
              community chat
              <span className="visually-hidden"> (opens in a new tab)</span>
            </a>
            .
          </>
        )}
      </p>
      <p>
        Powered by <a href={withBase(baseUrl, docs.version.path)}>{poweredBy}</a>
      </p>
    </footer>
  );
}

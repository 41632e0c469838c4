import { isExternal } from '@quire/engine/model/url.ts';
import { searchAddress } from '@quire/search/client';
import type { DialogSite } from '../assistant-site.ts';
import { AssistantIcon } from './assistant-icon.tsx';

/** The next steps after a refusal: a search for the words of the question, and the community chat. */
export function NextSteps({ site, question }: { site: DialogSite; question: string }) {
  const { chat } = site.links;
  return (
    <section className="ask-next" aria-label="Next steps">
      <h4>Next steps</h4>
      <ul>
        <li>
          <a href={searchAddress(site, question)}>
            <AssistantIcon name="search" />
            <span>
              <strong>Search for these words</strong>
              <span>See every page that contains them.</span>
            </span>
          </a>
        </li>
        {chat !== null && (
          <li>
            <a href={chat} {...(isExternal(chat) && { target: '_blank', rel: 'noopener' })}>
              <AssistantIcon name="chat" />
              <span>
                <strong>
                  Ask the community
                  <span className="visually-hidden"> (opens in a new tab)</span>
                </strong>
                <span>People answer questions in the chat.</span>
              </span>
            </a>
          </li>
        )}
      </ul>
    </section>
  );
}

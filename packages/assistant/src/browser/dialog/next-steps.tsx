import { isExternal } from '@quire/engine/model/url.ts';
import { searchAddress } from '@quire/search/client';
import type { DialogSite } from '../assistant-site.ts';
import { AssistantIcon } from './assistant-icon.tsx';
import { useSay } from './say-context.ts';

/** The next steps after a refusal: a search for the words of the question, and the community chat. */
export function NextSteps({ site, question }: { site: DialogSite; question: string }) {
  const { chat } = site.links;
  const say = useSay();
  return (
    <section className="ask-next" aria-label={say('Next steps')}>
      <h4>{say('Next steps')}</h4>
      <ul>
        <li>
          <a href={searchAddress(site, question)}>
            <AssistantIcon name="search" />
            <span>
              <strong>{say('Search for these words')}</strong>
              <span>{say('See every page that contains them.')}</span>
            </span>
          </a>
        </li>
        {chat !== null && (
          <li>
            <a href={chat} {...(isExternal(chat) && { target: '_blank', rel: 'noopener' })}>
              <AssistantIcon name="chat" />
              <span>
                <strong>
                  {say('Ask the community')}
                  <span className="visually-hidden"> {say('(opens in a new tab)')}</span>
                </strong>
                <span>{say('People answer questions in the chat.')}</span>
              </span>
            </a>
          </li>
        )}
      </ul>
    </section>
  );
}

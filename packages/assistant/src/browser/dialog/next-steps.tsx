import { isExternal } from '@quire/engine/model/url.ts';
import { searchAddress } from '@quire/search/client';
import type { DialogSite } from '../assistant-site.ts';
import { AssistantIcon } from './assistant-icon.tsx';
import { useTranslate } from './translate-context.ts';

/** The next steps after a refusal: a search for the words of the question, and the community chat. */
export function NextSteps({ site, question }: { site: DialogSite; question: string }) {
  const { chat } = site.links;
  const translate = useTranslate();
  return (
    <section className="ask-next" aria-label={translate('Next steps')}>
      <h4>{translate('Next steps')}</h4>
      <ul>
        <li>
          <a href={searchAddress(site, question)}>
            <AssistantIcon name="search" />
            <span>
              <strong>{translate('Search for these words')}</strong>
              <span>{translate('See every page that contains them.')}</span>
            </span>
          </a>
        </li>
        {chat !== null && (
          <li>
            <a href={chat} {...(isExternal(chat) && { target: '_blank', rel: 'noopener' })}>
              <AssistantIcon name="chat" />
              <span>
                <strong>
                  {translate('Ask the community')}
                  <span className="visually-hidden"> {translate('(opens in a new tab)')}</span>
                </strong>
                <span>{translate('People answer questions in the chat.')}</span>
              </span>
            </a>
          </li>
        )}
      </ul>
    </section>
  );
}

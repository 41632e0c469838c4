import { say } from '../../words.ts';
import { useEffect, useRef, type RefObject } from 'react';
import { writeSearchAddress, type SearchAddress } from '../../protocol/search-address.ts';
import type { LatestState } from '../latest-search.ts';
import { MarkedText } from '../marked-text.tsx';
import { ErrorMessage, NoResultsMessage } from '../messages.tsx';
import { searchAddress, searchPageUrl, type ResultItem, type SearchSite } from '../result-item.ts';
import type { PageAnswer } from './result-source.ts';

export interface ResultsViewProps {
  site: SearchSite;
  state: LatestState<PageAnswer>;
  /** What is said before a search; null where the page says it. */
  start: string | null;
  /** Shows another group, or more results: a step of the history, or none. */
  onAddress: (address: SearchAddress, step: 'push' | 'replace') => void;
  /** Asks again what got no answer. */
  onRetry: () => void;
}

/** The results page in all its states, as the server writes it for readers without JavaScript. */
export function ResultsView({ site, state, start, onAddress, onRetry }: ResultsViewProps) {
  const { status, answer } = state;
  const list = useRef<HTMLOListElement>(null);
  const expectMore = useFocusOnAdded(list, answer?.items.length ?? 0);
  if (status === 'idle') return start === null ? null : <p>{start}</p>;
  if (status === 'failed')
    return (
      <div role="status">
        <ErrorMessage onRetry={onRetry} />
      </div>
    );
  if (answer === null)
    return status === 'loading' ? (
      <p className="search-count" role="status">
        {say('Searching…')}
      </p>
    ) : null;
  if (answer.everywhere === 0) return <Nothing site={site} answer={answer} />;
  const { address, items, hasMore } = answer;
  return (
    <>
      <Count answer={answer} />
      <Groups site={site} answer={answer} onGroup={(group) => onAddress({ ...address, group, page: 0 }, 'push')} />
      {items.length === 0 ? (
        <p className="search-message">
          {say('There is nothing here.')} <a href={searchAddress(site, address.query)}>{say('Show all results')}</a>
        </p>
      ) : (
        <ol className="search-hits" ref={list} aria-busy={status === 'loading'}>
          {items.map((item) => (
            <Hit key={item.id} item={item} />
          ))}
        </ol>
      )}
      {hasMore && (
        <p className="search-paging">
          <button
            type="button"
            className="button"
            onClick={() => (expectMore(), onAddress({ ...address, page: address.page + 1 }, 'replace'))}
          >
            {say('More results')}
          </button>
        </p>
      )}
    </>
  );
}

/** Reading goes on at the first of the results that were added: the button for more may be gone with the last of them. */
function useFocusOnAdded(list: RefObject<HTMLOListElement | null>, count: number): () => void {
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (before.current === null || count <= before.current) return;
    list.current?.children[before.current]?.querySelector('a')?.focus({ preventScroll: true });
    before.current = null;
  }, [list, count]);
  return () => void (before.current = count);
}

function Count({ answer: { total, address } }: { answer: PageAnswer }) {
  return (
    <p className="search-count" role="status">
      {say(total === 1 ? '{count} result for' : '{count} results for', { count: total })} <strong>{address.query}</strong>
    </p>
  );
}

interface GroupsProps {
  site: Pick<SearchSite, 'baseUrl' | 'docSet'>;
  answer: PageAnswer;
  onGroup: (group: SearchAddress['group']) => void;
}

function Groups({ site, answer: { address, groups, everywhere }, onGroup }: GroupsProps) {
  if (groups.length < 2) return null;
  const entries = [{ group: null, label: say('All'), count: everywhere }, ...groups];
  return (
    <nav className="search-groups" aria-label={say('Parts of the documentation')}>
      <ul>
        {entries.map(({ group, label, count }) => (
          <li key={label}>
            <a
              href={searchPageUrl(site) + writeSearchAddress({ ...address, group, page: 0 })}
              aria-current={group === address.group ? 'true' : undefined}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
                event.preventDefault();
                onGroup(group);
              }}
            >
              {label} <span className="search-group-count">{count}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Hit({ item }: { item: ResultItem }) {
  return (
    <li className="search-hit">
      <p className="search-hit-trail">{item.trail.join(' › ')}</p>
      <p className="search-hit-title">
        <a href={item.href}>
          <MarkedText pieces={item.title} />
        </a>
      </p>
      {item.excerpt.length > 0 && (
        <p className="search-hit-text">
          <MarkedText pieces={item.excerpt} />
        </p>
      )}
    </li>
  );
}

function Nothing({ site, answer }: { site: SearchSite; answer: PageAnswer }) {
  return (
    <div role="status">
      <NoResultsMessage
        query={answer.address.query}
        suggestions={answer.suggestions}
        feedbackUrl={`${site.links.repository}/issues`}
        renderSuggestion={(suggestion) => <a href={searchAddress(site, suggestion)}>{suggestion}</a>}
      />
    </div>
  );
}

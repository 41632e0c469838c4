import { say } from '../../words.ts';
import type { SearchHistory } from '../history.ts';
import { ErrorMessage, NoResultsMessage } from '../messages.tsx';
import { searchAddress, type SearchSite } from '../result-item.ts';
import { StartList, type StartItems } from './start-list.tsx';
import type { ResultGroup } from './result-groups.ts';
import { ResultsList, type ListProps } from './results-list.tsx';
import type { SessionState } from './search-session.ts';

export interface DialogScreenProps {
  site: SearchSite;
  state: SessionState;
  groups: readonly ResultGroup[];
  kept: StartItems;
  history: SearchHistory;
  list: ListProps;
  onHistoryChange: () => void;
  onSuggestion: (suggestion: string) => void;
  onLeave: () => void;
  onRetry: () => void;
}

/** What the dialog shows under the field. Old results stay while new ones are on their way. */
export function DialogScreen(props: DialogScreenProps) {
  const { site, state, groups, kept, history, list } = props;
  const { query, status, answer } = state;
  if (query.trim() === '') return <StartList items={kept} history={history} onChange={props.onHistoryChange} {...list} />;
  if (status === 'failed')
    return (
      <>
        <ErrorMessage onRetry={props.onRetry} />
        <ResultsList groups={[]} {...list} />
      </>
    );
  if (answer === null) return null;
  if (groups.length > 0) {
    return (
      <>
        <ResultsList groups={groups} {...list} />
        <a className="search-all" href={searchAddress(site, answer.query)} onClick={props.onLeave}>
          {say('See all {count} results', { count: answer.total })}
        </a>
      </>
    );
  }
  return (
    <>
      <NoResultsMessage
        query={answer.query}
        suggestions={answer.suggestions}
        feedbackUrl={`${site.links.repository}/issues`}
        renderSuggestion={(suggestion) => (
          <button type="button" className="link-button" onClick={() => props.onSuggestion(suggestion)}>
            {suggestion}
          </button>
        )}
      />
      <ResultsList groups={[]} {...list} />
    </>
  );
}

/** What is said in place of results, in the dialog and on the results page alike. */
import { say } from '../words.ts';
import type { ReactNode } from 'react';
import { SearchIcon } from './icons.tsx';

export function ErrorMessage({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="search-message">
      <SearchIcon name="offline" />
      <p>
        <strong>{say('Unable to fetch results')}</strong>
      </p>
      <p>{say('You might want to check your network connection.')}</p>
      <button type="button" className="link-button" onClick={onRetry}>
        {say('Try again')}
      </button>
    </div>
  );
}

interface NoResultsProps {
  query: string;
  suggestions: readonly string[];
  /** Where readers tell of what they did not find. */
  feedbackUrl: string;
  /** What tries a suggestion: a button in the dialog, a link on the page. */
  renderSuggestion: (suggestion: string) => ReactNode;
}

export function NoResultsMessage({ query, suggestions, feedbackUrl, renderSuggestion }: NoResultsProps) {
  return (
    <div className="search-message">
      <SearchIcon name="none" />
      <p>
        {say('No results for')} “<strong>{query}</strong>”
      </p>
      {suggestions.length > 0 && (
        <>
          <p id="search-suggestions">{say('Try searching for:')}</p>
          <ul aria-labelledby="search-suggestions">
            {suggestions.map((suggestion) => (
              <li key={suggestion}>{renderSuggestion(suggestion)}</li>
            ))}
          </ul>
        </>
      )}
      <p>
        {say('Believe this query should return results?')} <a href={feedbackUrl}>{say('Let us know.')}</a>
      </p>
    </div>
  );
}

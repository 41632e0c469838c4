/** The pages on which an answer is based. */
import { withBase } from '@quire/engine/model/url.ts';
import type { Reference } from '#answer-settings.ts';
import type { AssistantTranslate } from '#assistant-words.ts';
import type { AssistantPhase } from '../session.ts';
import { useTranslate } from './dialog-parts.tsx';

interface SourcesPanelProps {
  phase: AssistantPhase;
  references: readonly Reference[];
  /** Paths of the references that the answer does not quote. */
  related: ReadonlySet<string>;
  /** Whether the answer could not be fetched. */
  isFailed: boolean;
  /** Whether the documentation does not answer the question. */
  isRefused: boolean;
  baseUrl: string;
}

const ANIMATION_STEP_MS = 100;

/** The pages on which an answer is based: hidden at first, and disabled if an answer has no sources. */
export function SourcesPanel({ phase, references, related, isFailed, isRefused, baseUrl }: SourcesPanelProps) {
  const isDone = phase === 'done';
  const isInactive = isDone && references.length === 0;
  const translate = useTranslate();
  const quoted = references.filter(({ path }) => !related.has(path));
  const others = references.filter(({ path }) => related.has(path));
  return (
    <section
      className="ask-sources"
      aria-label={translate('Sources')}
      hidden={phase === 'indeterminate'}
      data-inactive={isInactive || undefined}
    >
      <h3>{isRefused ? translate('No page answers this question.') : headingOf(translate, phase, references.length, isFailed)}</h3>
      <div className="ask-source-lists">
        <SourceList references={quoted} baseUrl={baseUrl} />
        {others.length > 0 && (
          <>
            <h3>{translate('Also relevant:')}</h3>
            <SourceList references={others} baseUrl={baseUrl} shownBefore={quoted.length} />
          </>
        )}
      </div>
    </section>
  );
}

interface SourceListProps {
  references: readonly Reference[];
  baseUrl: string;
  /** Number of the references above the list. */
  shownBefore?: number;
}

function SourceList({ references, baseUrl, shownBefore = 0 }: SourceListProps) {
  return (
    <ul>
      {references.map((reference, index) => (
        <li key={reference.path} style={{ animationDelay: `${(shownBefore + index) * ANIMATION_STEP_MS}ms` }}>
          <SourceLink reference={reference} baseUrl={baseUrl} />
        </li>
      ))}
    </ul>
  );
}

/** The number, the title, and the path of a page. */
export function SourceLink({ reference: { number, path, title, label }, baseUrl }: { reference: Reference; baseUrl: string }) {
  return (
    <a href={withBase(baseUrl, path)}>
      <span className="ask-number" aria-hidden="true">
        {number}
      </span>
      <span className="ask-source">
        <span>{title}</span>
        <span className="ask-source-path">{label}</span>
      </span>
    </a>
  );
}

function headingOf(translate: AssistantTranslate, phase: AssistantPhase, count: number, isFailed: boolean): string {
  if (phase === 'preload') return translate('Fetching relevant pages...');
  if (isFailed && count === 0) return translate('The sources appear here with the answer.');
  return translate(count > 0 || phase !== 'done' ? 'Answer generated from the following pages:' : 'This answer cites no pages.');
}

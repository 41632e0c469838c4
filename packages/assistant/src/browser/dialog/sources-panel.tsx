/** The pages on which an answer is based. */
import { withBase } from '@quire/engine/model/url.ts';
import type { Reference } from '#answer-settings.ts';
import type { AssistantTranslate } from '#assistant-words.ts';
import type { AssistantPhase } from '../session.ts';
import { useTranslate } from './dialog-parts.tsx';

interface SourcesPanelProps {
  phase: AssistantPhase;
  references: readonly Reference[];
  /** Whether the answer could not be fetched. */
  isFailed: boolean;
  /** Whether the documentation does not answer the question. */
  isRefused: boolean;
  baseUrl: string;
}

const ANIMATION_STEP_MS = 100;

/** The pages on which an answer is based: hidden at first, and disabled if an answer has no sources. */
export function SourcesPanel({ phase, references, isFailed, isRefused, baseUrl }: SourcesPanelProps) {
  const isDone = phase === 'done';
  const isInactive = isDone && references.length === 0;
  const translate = useTranslate();
  return (
    <section
      className="ask-sources"
      aria-label={translate('Sources')}
      hidden={phase === 'indeterminate'}
      data-inactive={isInactive || undefined}
    >
      <h3>{isRefused ? translate('No page answers this question.') : headingOf(translate, phase, references.length, isFailed)}</h3>
      <ul>
        {references.map(({ number, path, title, label }, index) => (
          <li key={path} style={{ animationDelay: `${index * ANIMATION_STEP_MS}ms` }}>
            <a href={withBase(baseUrl, path)}>
              <span className="ask-number" aria-hidden="true">
                {number}
              </span>
              <span className="ask-source">
                <span>{title}</span>
                <span className="ask-source-path">{label}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function headingOf(translate: AssistantTranslate, phase: AssistantPhase, count: number, isFailed: boolean): string {
  if (phase === 'preload') return translate('Fetching relevant pages...');
  if (isFailed && count === 0) return translate('The sources appear here with the answer.');
  return translate(count > 0 || phase !== 'done' ? 'Answer generated from the following pages:' : 'This answer cites no pages.');
}

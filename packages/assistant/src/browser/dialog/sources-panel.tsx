import { withBase } from '@quire/engine/model/url.ts';
import type { Reference } from '../../protocol/assistant-file.ts';
import type { AssistantPhase } from '../session.ts';

export interface SourcesPanelProps {
  phase: AssistantPhase;
  references: readonly Reference[];
  baseUrl: string;
}

const STEP_MS = 100;

/** The pages that an answer draws on: hidden at first, and without life where an answer names none. */
export function SourcesPanel({ phase, references, baseUrl }: SourcesPanelProps) {
  const isDone = phase === 'done';
  const isInactive = isDone && references.length === 0;
  return (
    <section className="ask-sources" aria-label="Sources" hidden={phase === 'indeterminate'} data-inactive={isInactive || undefined}>
      <h3>{headingOf(phase, references.length)}</h3>
      <ul>
        {references.map(({ number, path, title, label }, place) => (
          <li key={path} style={{ animationDelay: `${place * STEP_MS}ms` }}>
            <a href={withBase(baseUrl, path)} title={title}>
              <span className="ask-number" aria-hidden="true">
                {number}
              </span>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function headingOf(phase: AssistantPhase, count: number): string {
  if (phase === 'preload') return 'Fetching relevant pages...';
  return count > 0 || phase !== 'done' ? 'Answer generated from the following pages:' : 'No pages stand behind this answer.';
}

import type { ReactNode } from 'react';

import type { SiteData } from '#model/site.ts';

import { Breadcrumbs } from '../layout/breadcrumbs.tsx';
import { CrashScreen } from '../layout/crash-screen.tsx';
import { LoadingError } from '../layout/loading-error.tsx';
import { Pager } from '../layout/pager.tsx';
import { SiteContext } from '../layout/site-context.ts';
import { Spinner } from '../layout/spinner.tsx';
import { DescribedLinks } from '../pages/parts/described-links.tsx';
import { SearchForm } from '../pages/parts/search-form.tsx';
import { Button } from '../ui/button.tsx';
import { ExternalLink } from '../ui/external-link.tsx';
import { Icon, isIconDefinition } from '../ui/icon.tsx';
import * as icons from '../ui/icons.ts';
import { Kbd } from '../ui/kbd.tsx';

const LOOKS = ['primary', 'secondary', 'quiet'] as const;
const ROW = { display: 'flex', flexWrap: 'wrap', gap: 'var(--space-3)' } as const;
const noWork = (): void => undefined;

/** The parts of the shell and of the front pages as they are, in the states that can stand still; the others come with pointer and keys. */
export function PartsShown({ site }: { site: SiteData }) {
  const { baseUrl } = site;
  return (
    <SiteContext value={site}>
      <h2 id="parts">Parts</h2>
      <p>What pointer and keys bring is theirs to bring: point at a part, press it, walk over it with Tab.</p>
      <Part name="Buttons">
        <p style={ROW}>
          {LOOKS.map((look) => (
            <Button key={look} look={look}>
              {look}
            </Button>
          ))}
          <Button disabled>disabled</Button>
        </p>
      </Part>
      <Part name="Links and keys">
        <p>
          <a href={`${baseUrl}docs`}>A page of this site</a>,{' '}
          <ExternalLink href={site.links.repository ?? site.url}>another site</ExternalLink>, <Kbd>Ctrl K</Kbd>
        </p>
      </Part>
      <Part name="Icons">
        <p style={ROW}>
          {Object.values(icons)
            .filter(isIconDefinition)
            .map((icon) => (
              <Icon key={icon.name} icon={icon} />
            ))}
        </p>
      </Part>
      <Part name="Where one is, and what comes next">
        <Breadcrumbs crumbs={['Handbook', 'Design'].map((label) => ({ label, path: null }))} />
        <Pager previous={{ label: 'The page before', path: '/' }} next={{ label: 'The page after', path: '/docs' }} />
      </Part>
      <Part name="Fields">
        <SearchForm baseUrl={baseUrl} opensDialog={false} field={{ label: 'Search', placeholder: 'Type here', button: 'Search' }} />
      </Part>
      <Part name="Cards">
        <DescribedLinks baseUrl={baseUrl} links={[{ label: 'A place to go', text: 'And what waits there.', to: '/docs' }]} />
      </Part>
      <Part name="Loading, error, crash">
        <Spinner />
        {/* What else stands at the foot of the window stays in here. */}
        <div style={{ contain: 'layout', minBlockSize: '6rem' }}>
          <LoadingError error={new Error('The page could not be loaded.')} onRetry={noWork} />
        </div>
        {/* It stands in for a whole page: a second main for those who hear the page. */}
        <div inert>
          <CrashScreen error={new Error('What went wrong.')} onRetry={noWork} />
        </div>
      </Part>
    </SiteContext>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section style={{ marginBlock: 'var(--space-6)' }}>
      <h3>{name}</h3>
      <div style={{ display: 'grid', gap: 'var(--space-3)', marginBlockStart: 'var(--space-3)' }}>{children}</div>
    </section>
  );
}

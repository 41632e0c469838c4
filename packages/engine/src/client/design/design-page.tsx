import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { SiteData } from '#model/site.ts';
import { Breadcrumbs, Pager } from '../layout/docs-layout.tsx';
import { SiteContext } from '../layout/site-context.tsx';
import { CrashScreen, LoadingError, Spinner } from '../router/router-view.tsx';
import { DescribedLinks, SearchForm } from '../pages/parts.tsx';
import { Button, ExternalLink, Kbd } from '../ui/controls.tsx';
import * as icons from '../ui/icon.tsx';
import { Icon, isIconDefinition } from '../ui/icon.tsx';
import type { DesignToken } from './design-tokens.ts';

const COLUMN = { maxInlineSize: '58rem', marginInline: 'auto', padding: 'var(--space-7) var(--space-5)' };

/**
 * Renders the design page of the handbook: its text, the design tokens, and the components.
 * @param textHtml compiled Markdown
 */
export function renderDesign(textHtml: string, tokens: readonly DesignToken[], site: SiteData): string {
  return renderToStaticMarkup(
    <div style={COLUMN}>
      <div className="prose" dangerouslySetInnerHTML={{ __html: textHtml }} />
      <div className="prose">
        <TokensShown tokens={tokens} />
      </div>
      <div className="front-page" style={{ padding: 0 }}>
        <PartsShown site={site} />
      </div>
    </div>,
  );
}

/** Shows every token with its value in both modes and a sample that refers to it by name, so that the sample shows the value of the stylesheet. */
function TokensShown({ tokens }: { tokens: readonly DesignToken[] }) {
  const groups = Map.groupBy(tokens, ({ group }) => group);
  return (
    <>
      <h2 id="tokens">Tokens</h2>
      {[...groups].map(([group, members]) => (
        <section key={group} style={{ marginBlock: 'var(--space-6)' }}>
          <h3>{group}</h3>
          <div className="table" role="group" aria-label={group} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th>Token</th>
                  <th>Light</th>
                  <th>Dark</th>
                  <th>Sample</th>
                </tr>
              </thead>
              <tbody>
                {members.map((token) => (
                  <TokenRow key={token.name} token={token} />
                ))}
              </tbody>
            </table>
          </div>
        </section>
      ))}
    </>
  );
}

function TokenRow({ token: { name, light, dark } }: { token: DesignToken }) {
  return (
    <tr>
      <td>
        <code>{`--${name}`}</code>
      </td>
      <td>{light}</td>
      <td>{dark ?? 'the same'}</td>
      <td>
        <Sample name={name} value={light} />
      </td>
    </tr>
  );
}

const BOX = { display: 'block', blockSize: '2rem', inlineSize: '6rem' } as const;
const FRAMED = { ...BOX, border: '1px solid var(--border-strong)' } as const;

/** Shows the effect of a token, depending on its name and value. */
function Sample({ name, value }: { name: string; value: string }) {
  const own = `var(--${name})`;
  if (/^(#|rgb)/.test(value)) return <span style={{ ...FRAMED, background: own }} />;
  if (name.startsWith('font-')) return <span style={{ fontFamily: own }}>Where does this table come from? 0123</span>;
  if (name.startsWith('size-')) return <span style={{ fontSize: own, lineHeight: 1.2 }}>Catalog</span>;
  if (name.startsWith('leading')) return <span style={{ ...BOX, blockSize: 'auto', lineHeight: own }}>Two lines of text</span>;
  if (name.startsWith('radius-')) return <span style={{ ...FRAMED, borderRadius: own }} />;
  if (name.startsWith('shadow-') || name === 'focus') return <span style={{ ...BOX, boxShadow: own, background: 'var(--surface)' }} />;
  if (value.endsWith('rem')) return <span style={{ ...BOX, inlineSize: own, maxInlineSize: '100%', background: 'var(--brand)' }} />;
  return <span>{value}</span>;
}

const VARIANTS = ['primary', 'secondary', 'quiet'] as const;
const ROW = { display: 'flex', flexWrap: 'wrap', gap: 'var(--space-3)' } as const;
const noWork = (): void => undefined;

/** Shows the components of the shell and of the front pages in all states that do not require interaction. */
function PartsShown({ site }: { site: SiteData }) {
  const { baseUrl } = site;
  return (
    <SiteContext value={site}>
      <h2 id="parts">Parts</h2>
      <p>To see the other states, hover over a component, press it, or move through it with Tab.</p>
      <Part name="Buttons">
        <p style={ROW}>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant}>
              {variant}
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
      <Part name="Breadcrumbs and pager">
        <Breadcrumbs crumbs={['Handbook', 'Design'].map((label) => ({ label, path: null }))} />
        <Pager previous={{ label: 'The page before', path: '/' }} next={{ label: 'The page after', path: '/docs' }} />
      </Part>
      <Part name="Fields">
        <SearchForm baseUrl={baseUrl} opensDialog={false} field={{ label: 'Search', placeholder: 'Type here', button: 'Search' }} />
      </Part>
      <Part name="Cards">
        <DescribedLinks baseUrl={baseUrl} links={[{ label: 'A page', text: 'A sentence about the page.', to: '/docs' }]} />
      </Part>
      <Part name="Loading, error, crash">
        <Spinner />
        {/* `contain` keeps the box, which is fixed to the bottom of the window, inside this element. */}
        <div style={{ contain: 'layout', minBlockSize: '6rem' }}>
          <LoadingError error={new Error('The page could not be loaded.')} onRetry={noWork} />
        </div>
        {/* The crash screen has its own <main>, which `inert` hides from screen readers. */}
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

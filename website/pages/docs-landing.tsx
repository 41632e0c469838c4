import { SearchForm, SiteLink } from '@quire/engine/components';
import type { DocsLandingData } from './schemas.ts';
import type { SiteData } from '@quire/engine/components';
import { ConnectorMark, brandMark } from './parts/connector-mark.tsx';
import { Glyph } from './parts/glyph.tsx';

/** `/docs/`: the landing page of the documentation, with entry points by search, by task, and by topic. */
export default function DocsLanding({ site, data }: { site: SiteData; data: DocsLandingData }) {
  return (
    <div className="front-page front-docs">
      <header className="front-title">
        <h1>{data.heading}</h1>
        <p className="front-lede">{data.text}</p>
        <SearchForm baseUrl={site.baseUrl} field={data.search} opensDialog />
      </header>
      <section aria-labelledby="quick-links">
        <h2 id="quick-links">{data.quickLinksHeading}</h2>
        <ul className="front-cards quick">
          {data.quickLinks.map(({ label, text, to, icon, commands }) => (
            <li key={label} className="front-card">
              <Glyph name={icon} />
              <SiteLink baseUrl={site.baseUrl} to={to} className="front-card-link">
                {label}
              </SiteLink>
              <p>{text}</p>
              {commands.length > 0 && (
                <pre className="quick-commands">
                  {commands.map((command) => (
                    <code key={command}>{command.split(' ').flatMap((word, i) => [i > 0 && ' ', <span key={word}>{word}</span>])}</code>
                  ))}
                </pre>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="guides">
        <h2 id="guides">{data.guidesHeading}</h2>
        <div className="front-guides">
          {data.guides.map((guide) => (
            <GuideList key={guide.title} baseUrl={site.baseUrl} guide={guide} />
          ))}
        </div>
      </section>
    </div>
  );
}

function GuideList({ baseUrl, guide }: { baseUrl: string; guide: DocsLandingData['guides'][number] }) {
  return (
    <div className="front-guide">
      <h3>{guide.title}</h3>
      <p>{guide.text}</p>
      <div>
        <ul className="front-links">
          {guide.items.map(({ label, to, system }) => (
            <li key={label}>
              {system !== undefined && <ConnectorMark name={system} slug={brandMark(system) === undefined ? undefined : system} />}
              <SiteLink baseUrl={baseUrl} to={to}>
                {label}
              </SiteLink>
            </li>
          ))}
        </ul>
        {guide.more !== undefined && (
          <SiteLink baseUrl={baseUrl} to={guide.more.to} className="front-more">
            {guide.more.label}
          </SiteLink>
        )}
      </div>
    </div>
  );
}

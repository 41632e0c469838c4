import type { NotFoundData } from '#content/load/front-page-schemas.ts';
import type { SiteData } from '#model/site.ts';
import { DescribedLinks, SearchForm, SiteLink } from './parts.tsx';

/** Shown for every address that has no page; the server sends it with status 404. */
export default function NotFound({ site, data }: { site: SiteData; data: NotFoundData }) {
  return (
    <div className="front-page">
      <header className="front-title">
        <p className="front-code" aria-hidden="true">
          404
        </p>
        <h1>{data.heading}</h1>
        <p className="front-lede">{data.text}</p>
        {site.search !== null && <SearchForm baseUrl={site.baseUrl} field={data.search} opensDialog={false} />}
      </header>
      <section className="front-similar" aria-labelledby="similar" data-island="did-you-mean" hidden>
        <h2 id="similar">{data.similarHeading}</h2>
        <ul className="front-links" />
      </section>
      <section aria-labelledby="places">
        <h2 id="places">{data.linksHeading}</h2>
        <DescribedLinks baseUrl={site.baseUrl} links={data.links} />
        {site.links.chat !== null && (
          <p className="front-aside">
            {data.chat.text}{' '}
            <SiteLink baseUrl={site.baseUrl} to={site.links.chat}>
              {data.chat.label}
            </SiteLink>
          </p>
        )}
      </section>
    </div>
  );
}

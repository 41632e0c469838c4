import { SiteLink } from '@quire/engine/components';
import type { ComponentType } from 'react';
import { SCREENS } from '../../screens/screens.ts';
import type { HomeData } from '../schemas.ts';
import { IngestionScreen } from './ingestion-screen.tsx';

type Row = HomeData['how']['rows'][number];

const PICTURES: Record<Row['screen'], ComponentType> = {
  ingestion: IngestionScreen,
  search: () => <ProductScreen name="search-results" />,
  dataset: () => <ProductScreen name="dataset" />,
};

/** A screen of those that the guides show. Its HTML is made of constants of this site. */
function ProductScreen({ name }: { name: string }) {
  return <div className="screen" dangerouslySetInnerHTML={{ __html: SCREENS[name] ?? '' }} />;
}

/** Three steps, each with a drawn screen of the product; `screenText` tells the screen to who does not see it. */
export function HowItWorks({ baseUrl, how }: { baseUrl: string; how: HomeData['how'] }) {
  return (
    <section className="home-how" aria-labelledby="how">
      <header className="front-heading">
        <h2 id="how">{how.heading}</h2>
      </header>
      {how.rows.map((row) => {
        const Screen = PICTURES[row.screen];
        return (
          <div key={row.title} className="home-row">
            <div className="home-row-text">
              <h3>{row.title}</h3>
              <p>{row.text}</p>
              <SiteLink baseUrl={baseUrl} to={row.link.to} className="front-more">
                {row.link.label}
              </SiteLink>
            </div>
            <div className="home-screen" role="img" aria-label={row.screenText}>
              <Screen />
            </div>
          </div>
        );
      })}
    </section>
  );
}

import { DescribedLinks, SectionHeading } from '@quire/engine/components';
import type { HomeData } from './schemas.ts';
import type { SiteData } from '@quire/engine/components';
import { Adopters } from './home/adopters.tsx';
import { Connectors } from './home/connectors.tsx';
import { Features } from './home/features.tsx';
import { FlowDiagram } from './home/flow-diagram.tsx';
import { Hero } from './home/hero.tsx';
import { HowItWorks } from './home/how-it-works.tsx';

/** `/`: what DataHub is, how to run it, how it works, and where to go next. */
export default function Home({ site, data }: { site: SiteData; data: HomeData }) {
  const { baseUrl } = site;
  return (
    <div className="front-page front-home">
      <Hero baseUrl={baseUrl} hero={data.hero} lineage={data.lineage} quickstart={data.quickstart} />
      <FlowDiagram diagram={data.diagram} />
      <Features baseUrl={baseUrl} features={data.features} />
      <Connectors baseUrl={baseUrl} connectors={data.connectors} />
      <HowItWorks baseUrl={baseUrl} how={data.how} />
      <Adopters adopters={data.adopters} />
      <section aria-labelledby="next">
        <SectionHeading id="next" heading={data.next.heading} />
        <DescribedLinks baseUrl={baseUrl} links={data.next.links} />
      </section>
    </div>
  );
}

import { DescribedLinks, SectionHeading } from '@quire/engine/components';
import { GuildGraph } from './parts/guild-graph.tsx';
import type { GuildData } from './schemas.ts';
import type { SiteData } from '@quire/engine/components';

/** `/guild/`: the people whom the community recognizes, with their public profiles. People without a profile are only counted. */
export default function Guild({ site, data }: { site: SiteData; data: GuildData }) {
  return (
    <div className="front-page front-guild">
      <header className="front-title">
        <h1>{data.heading}</h1>
        <div className="guild-lede">
          <p className="front-lede">{data.text}</p>
          <p className="front-actions">
            <a className="button button-primary" href="#ways">
              {data.ways.heading}
            </a>
          </p>
        </div>
        <figure className="guild-figure">
          <GuildGraph sections={data.sections} />
          <dl className="front-figures">
            {data.sections.map(({ name, people }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{people}</dd>
              </div>
            ))}
          </dl>
          <figcaption>{data.caption}</figcaption>
        </figure>
      </header>
      {data.sections.map((section, index) => (
        <GuildSection key={section.name} id={`guild-${index + 1}`} section={section} />
      ))}
      <section aria-labelledby="ways">
        <SectionHeading id="ways" heading={data.ways.heading} text={data.ways.text} />
        <DescribedLinks baseUrl={site.baseUrl} links={data.ways.links} />
      </section>
    </div>
  );
}

function GuildSection({ id, section }: { id: string; section: GuildData['sections'][number] }) {
  const others = section.people - section.profiles.length;
  return (
    <section className="front-roster" aria-labelledby={id}>
      <SectionHeading id={id} heading={section.name} text={section.text} />
      <ul className="front-people">
        {section.profiles.map(({ github, organization }) => (
          <li key={github}>
            <a className="external" href={`https://github.com/${github}`} rel="noopener">
              {github}
            </a>
            <span>{organization}</span>
          </li>
        ))}
        {others > 0 && (
          <li className="others">
            <span>and {others} more without a public profile</span>
          </li>
        )}
      </ul>
    </section>
  );
}

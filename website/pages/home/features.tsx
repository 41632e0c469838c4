import { SectionHeading, SiteLink } from '@quire/engine/components';
import type { HomeData } from '../schemas.ts';
import { Glyph } from '../parts/glyph.tsx';

/** What sets the platform apart, one tile a feature. */
export function Features({ baseUrl, features }: { baseUrl: string; features: HomeData['features'] }) {
  return (
    <section aria-labelledby="features">
      <SectionHeading id="features" heading={features.heading} text={features.text} />
      <div className="home-features">
        {features.items.map(({ title, text, icon, links }) => (
          <div key={title} className="home-feature">
            <Glyph name={icon} />
            <h3>{title}</h3>
            <p>{text}</p>
            {links.map(({ label, to }) => (
              <SiteLink key={label} baseUrl={baseUrl} to={to} className="front-more">
                {label}
              </SiteLink>
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}

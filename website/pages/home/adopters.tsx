import { SectionHeading } from '@quire/engine/components';
import type { HomeData } from '../schemas.ts';

/** Organizations that use DataHub, in lettering: their logos are not ours to draw. */
export function Adopters({ adopters }: { adopters: HomeData['adopters'] }) {
  return (
    <section id="adoption" aria-labelledby="adopters">
      <SectionHeading id="adopters" heading={adopters.heading} text={adopters.text} />
      <div className="home-adopters">
        {adopters.groups.map(({ name, companies }) => (
          <div key={name} className="home-adopter-group">
            <h3>{name}</h3>
            <ul>
              {companies.map((company) => (
                <li key={company}>{company}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

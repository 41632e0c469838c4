import type { DescribedLink } from '#content/load/front-page-schemas.ts';
import { SiteLink } from './site-link.tsx';

/** Cards that are links: a label and what waits behind it. */
export function DescribedLinks({ baseUrl, links }: { baseUrl: string; links: DescribedLink[] }) {
  return (
    <ul className="front-cards">
      {links.map(({ label, text, to }) => (
        <li key={label} className="front-card">
          <SiteLink baseUrl={baseUrl} to={to} className="front-card-link">
            {label}
          </SiteLink>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}

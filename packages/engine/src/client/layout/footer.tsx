import type { SiteData } from '#model/site.ts';

import { SiteLink, useSite, useWords } from './site-context.tsx';

type FooterGroup = SiteData['footer']['groups'][number];

/** The end of every page: groups of links in columns, or one row of links where no group has a title. */
export function Footer() {
  const { style, groups, copyright } = useSite().footer;
  const say = useWords();
  const inRow = groups.every(({ title }) => title === '');
  return (
    <footer className="footer" data-style={style}>
      <nav className={inRow ? 'footer-row' : 'footer-columns'} aria-label={say('Footer')}>
        {inRow ? <Links items={groups.flatMap(({ items }) => items)} /> : groups.map((group) => <Column key={group.title} {...group} />)}
      </nav>
      <p>{copyright}</p>
    </footer>
  );
}

function Column({ title, items }: FooterGroup) {
  return (
    <div>
      <h2>{title}</h2>
      <Links items={items} />
    </div>
  );
}

function Links({ items }: { items: FooterGroup['items'] }) {
  return (
    <ul>
      {items.map(({ label, href }) => (
        <li key={`${href} ${label}`}>
          <SiteLink href={href}>{label}</SiteLink>
        </li>
      ))}
    </ul>
  );
}

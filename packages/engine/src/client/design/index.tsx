import { renderToStaticMarkup } from 'react-dom/server';

import type { SiteData } from '#model/site.ts';

import type { DesignToken } from './design-token.ts';
import { PartsShown } from './parts-shown.tsx';
import { TokensShown } from './tokens-shown.tsx';

const COLUMN = { maxInlineSize: '58rem', marginInline: 'auto', padding: 'var(--space-7) var(--space-5)' };

/**
 * HTML of the handbook's page of the design: its own words, the tokens, and the parts that are made of them.
 * @param words compiled Markdown
 */
export function renderDesign(words: string, tokens: readonly DesignToken[], site: SiteData): string {
  return renderToStaticMarkup(
    <div style={COLUMN}>
      <div className="prose" dangerouslySetInnerHTML={{ __html: words }} />
      <div className="prose">
        <TokensShown tokens={tokens} />
      </div>
      <div className="front-page" style={{ padding: 0 }}>
        <PartsShown site={site} />
      </div>
    </div>,
  );
}

/**
 * The stylesheets in the order of the cascade, which is the only precedence: no file overrides another by specificity.
 * A page loads the critical stylesheet of its kind first; the deferred one, with the rules of all files, loads with React.
 */

/** `docs` is critical for documentation pages, `front` for all other pages. */
type Use = 'docs' | 'front' | 'both' | 'deferred';

const PARTS: readonly (readonly [file: string, use: Use])[] = [
  ['tokens.css', 'both'],
  ['fonts.css', 'both'],
  ['reset.css', 'both'],
  ['controls.css', 'both'],
  ['announcement.css', 'both'],
  ['navbar.css', 'both'],
  ['mobile-menu.css', 'deferred'],
  ['docs-layout.css', 'both'],
  ['sidebar.css', 'both'],
  ['contents.css', 'docs'],
  ['doc-footer.css', 'docs'],
  ['footer.css', 'both'],
  ['feedback.css', 'deferred'],
  ['loading-error.css', 'docs'],
  ['prose.css', 'docs'],
  ['prose-tables.css', 'docs'],
  ['code.css', 'both'],
  ['prose-blocks.css', 'docs'],
  ['diagram.css', 'docs'],
  ['embed.css', 'deferred'],
  ['screen.css', 'both'],
  ['front.css', 'front'],
  ['dialog.css', 'deferred'],
  ['search-dialog.css', 'deferred'],
  ['search-page.css', 'front'],
  ['search.css', 'front'],
  ['print.css', 'both'],
];

const filesFor = (...uses: Use[]): string[] => PARTS.filter(([, use]) => uses.includes(use)).map(([file]) => file);

/** Files of the three stylesheets that pages link, by their names in the output. */
export const STYLESHEETS: Readonly<Record<'critical-docs' | 'critical-front' | 'style', readonly string[]>> = {
  'critical-docs': filesFor('docs', 'both'),
  'critical-front': filesFor('front', 'both'),
  // Declaring the fonts again would make the text flicker.
  style: PARTS.map(([file]) => file).filter((file) => file !== 'fonts.css'),
};

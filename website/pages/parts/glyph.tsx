import type { GlyphName } from '../schemas.ts';

/** Line drawings on a 24 × 24 grid, with one path each. */
const PATHS: Record<GlyphName, string> = {
  bolt: 'M13 3 5 13.5h6L10 21l9-11h-6.5z',
  inlet: 'M12 3v11m-4-4 4 4 4-4M4 15v4a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-4',
  plug: 'M9 3v5m6-5v5M6 8h12v3a6 6 0 0 1-12 0zm6 9v4',
  loop: 'M20 11a8 8 0 0 0-14-4.2L4 9m0-5v5h5M4 13a8 8 0 0 0 14 4.2l2-2.2m0 5v-5h-5',
  code: 'm8 7-5 5 5 5m8-10 5 5-5 5M14 4l-4 16',
  search: 'M4 11a7 7 0 1 0 14 0 7 7 0 0 0-14 0m12 5 5 5',
  sliders: 'M4 7h9m5 0h2M4 17h2m5 0h9M13 7a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0M6 17a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0',
  heart: 'M12 20.5S3.5 15.6 3.5 9.4A4.6 4.6 0 0 1 12 7a4.6 4.6 0 0 1 8.5 2.4C20.5 15.6 12 20.5 12 20.5z',
  graph:
    'M9.5 12a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0M3 6a2 2 0 1 0 4 0 2 2 0 0 0-4 0m14-1a2 2 0 1 0 4 0 2 2 0 0 0-4 0M3 18a2 2 0 1 0 4 0 2 2 0 0 0-4 0m14 1a2 2 0 1 0 4 0 2 2 0 0 0-4 0M6.5 7.5 10 10.5m7.5-4-3.5 4m-4 3L6.5 16.5m7.5-3 3.5 4',
  left: 'M21 4v16M17 12H4m5-5-5 5 5 5',
  pulse: 'M3 12h4l3-8 4 16 3-8h4',
  open: 'M7 11V8a5 5 0 0 1 9.6-2M5 11h14v9H5zm7 3.5v2',
  layers: 'm12 3 9 5-9 5-9-5zm-9 9 9 5 9-5M3 16l9 5 9-5',
  book: 'M12 6.5C10 5 7 4.5 3.5 5v13.5c3.5-.5 6.5 0 8.5 1.5 2-1.5 5-2 8.5-1.5V5C17 4.5 14 5 12 6.5m0 0V20',
};

/** A decorative icon before a heading or a link. It is hidden from assistive technology, which reads the text. */
export function Glyph({ name }: { name: GlyphName }) {
  return (
    <svg className="front-glyph" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

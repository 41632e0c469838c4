import { brandColor, brandMark, drawnMark, isFine, isSolid } from './connector-marks.ts';

/** Drawings keep some distance from the edges of their grid, and solid marks need some. */
const DRAWN_AREA = '2 2 20 20';
const SOLID_AREA = '-2 -2 28 28';

/**
 * The mark of a system: its brand mark, or a drawing. It is decorative, because the name of the system is beside it.
 * @param slug slug of the brand mark
 */
export function ConnectorMark({ name, slug }: { name: string; slug: string | undefined }) {
  const drawn = slug === undefined ? drawnMark(name) : undefined;
  const brand = slug ?? drawn?.slug;
  const path = brand === undefined ? drawn?.path : brandMark(brand);
  return (
    <svg
      className={brand === undefined ? 'front-mark drawn' : `front-mark${isFine(brand) ? ' fine' : ''}`}
      color={brand === undefined ? undefined : brandColor(brand)}
      viewBox={brand === undefined ? DRAWN_AREA : isSolid(brand) ? SOLID_AREA : '0 0 24 24'}
      width="24"
      height="24"
      aria-hidden="true"
    >
      {/* The default for a system without a mark or a drawing. */}
      {path === undefined ? <circle cx="12" cy="12" r="7" /> : <path d={path} />}
    </svg>
  );
}

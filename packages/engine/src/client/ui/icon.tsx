/**
 * The icons of the site. Interface icons have the color of the surrounding text; two-tone icons use the icon colors of
 * `tokens.css` (`--icon-primary`, `--icon-secondary`, `--icon-accent`).
 */
export type IconTone = 'text' | 'primary' | 'secondary' | 'accent';

export interface IconShape {
  /** SVG path data in a box of 24 units. */
  d: string;
  /** Whether the shape is filled; otherwise it is a line of 1.75 units. */
  filled?: boolean;
  /** Color of the shape; default: that of the text. */
  tone?: IconTone;
}

export interface IconDefinition {
  name: string;
  shapes: readonly IconShape[];
}

/** Whether a value is an icon definition: a name and at least one shape with path data. */
export function isIconDefinition(value: unknown): value is IconDefinition {
  if (typeof value !== 'object' || value === null) return false;
  const { name, shapes } = value as Partial<Record<keyof IconDefinition, unknown>>;
  return typeof name === 'string' && Array.isArray(shapes) && shapes.length > 0 && shapes.every(isShape);
}

function isShape(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as { d?: unknown }).d === 'string';
}

/** Renders an icon, which is hidden from screen readers: the button or link around it needs a name. Renders nothing for other values. */
export function Icon({ icon }: { icon: unknown }) {
  if (!isIconDefinition(icon)) return null;
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {icon.shapes.map(({ d, filled, tone }) => (
        <path key={d} d={d} className={shapeClass(filled, tone)} />
      ))}
    </svg>
  );
}

function shapeClass(filled = false, tone: IconTone = 'text'): string | undefined {
  const classes = [filled && 'icon-filled', tone !== 'text' && `icon-${tone}`].filter(Boolean);
  return classes.length > 0 ? classes.join(' ') : undefined;
}

/** Defines a line icon with one or more strokes. */
const lines = (name: string, ...paths: string[]): IconDefinition => ({ name, shapes: paths.map((d) => ({ d })) });

/** Defines an icon with one filled shape. */
const mark = (name: string, d: string): IconDefinition => ({ name, shapes: [{ d, filled: true }] });

export const searchIcon = lines('search', 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13Z', 'm15.4 15.4 4.6 4.6');
export const menuIcon = lines('menu', 'M4 7h16M4 12h16M4 17h10');
export const closeIcon = lines('close', 'm6 6 12 12M18 6 6 18');
export const globeIcon = lines('globe', 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Z', 'M3.5 12h17', 'M12 3c5 5 5 13 0 18c-5-5-5-13 0-18Z');
export const sunIcon = lines(
  'sun',
  'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z',
  'M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
);
export const moonIcon = lines('moon', 'M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7Z');
export const chevronIcon = lines('chevron', 'm9 6 6 6-6 6');
export const arrowLeftIcon = lines('arrow-left', 'M20 12H5M11 6l-6 6 6 6');
export const arrowRightIcon = lines('arrow-right', 'M4 12h15M13 6l6 6-6 6');
export const pencilIcon = lines('pencil', 'm5 19 .8-3.8L16 5a2.1 2.1 0 0 1 3 3L8.8 18.2 5 19ZM14 7l3 3');
export const askIcon = lines(
  'ask',
  'M12 4l1.6 4.9a2 2 0 0 0 1.3 1.3L20 12l-5.1 1.8a2 2 0 0 0-1.3 1.3L12 20l-1.6-4.9a2 2 0 0 0-1.3-1.3L4 12l5.1-1.8a2 2 0 0 0 1.3-1.3z',
);
export const copyIcon = lines('copy', 'M9 9h10v11H9zM5 15V4h10');

export const githubIcon = mark(
  'github',
  'M12 .297c-6.63 0-12 5.373-12 12 0 5.303 3.438 9.8 8.205 11.385.6.113.82-.258.82-.577 0-.285-.01-1.04-.015-2.04-3.338.724-4.042-1.61-4.042-1.61C4.422 18.07 3.633 17.7 3.633 17.7c-1.087-.744.084-.729.084-.729 1.205.084 1.838 1.236 1.838 1.236 1.07 1.835 2.809 1.305 3.495.998.108-.776.417-1.305.76-1.605-2.665-.3-5.466-1.332-5.466-5.93 0-1.31.465-2.38 1.235-3.22-.135-.303-.54-1.523.105-3.176 0 0 1.005-.322 3.3 1.23.96-.267 1.98-.399 3-.405 1.02.006 2.04.138 3 .405 2.28-1.552 3.285-1.23 3.285-1.23.645 1.653.24 2.873.12 3.176.765.84 1.23 1.91 1.23 3.22 0 4.61-2.805 5.625-5.475 5.92.42.36.81 1.096.81 2.22 0 1.606-.015 2.896-.015 3.286 0 .315.21.69.825.57C20.565 22.092 24 17.592 24 12.297c0-6.627-5.373-12-12-12',
);
export const youtubeIcon = mark(
  'youtube',
  'M23.498 6.186a3.016 3.016 0 0 0-2.122-2.136C19.505 3.545 12 3.545 12 3.545s-7.505 0-9.377.505A3.017 3.017 0 0 0 .502 6.186C0 8.07 0 12 0 12s0 3.93.502 5.814a3.016 3.016 0 0 0 2.122 2.136c1.871.505 9.376.505 9.376.505s7.505 0 9.377-.505a3.015 3.015 0 0 0 2.122-2.136C24 15.93 24 12 24 12s0-3.93-.502-5.814zM9.545 15.568V8.432L15.818 12l-6.273 3.568z',
);
export const slackIcon = mark(
  'slack',
  'M4 7.5h5.5a2 2 0 0 1 0 4H4a2 2 0 0 1 0-4Zm5.5-5.5a2 2 0 0 1 2 2v2h-2a2 2 0 0 1 0-4Zm5 0a2 2 0 0 1 2 2v5.5a2 2 0 0 1-4 0V4a2 2 0 0 1 2-2ZM22 9.5a2 2 0 0 1-2 2h-2v-2a2 2 0 0 1 4 0Zm-7.5 3H20a2 2 0 0 1 0 4h-5.5a2 2 0 0 1 0-4Zm0 9.5a2 2 0 0 1-2-2v-2h2a2 2 0 0 1 0 4Zm-5-9.5a2 2 0 0 1 2 2V20a2 2 0 0 1-4 0v-5.5a2 2 0 0 1 2-2ZM2 14.5a2 2 0 0 1 2-2h2v2a2 2 0 0 1-4 0Z',
);

/** The icons that the configuration can name instead of the label of a navbar item. */
export const navbarIcons: Readonly<Record<string, IconDefinition>> = {
  slack: slackIcon,
  github: githubIcon,
  youtube: youtubeIcon,
};

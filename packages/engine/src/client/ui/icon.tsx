/**
 * The site's own icons. Interface icons take the colour of the text around them; two-tone icons take the three
 * icon colours of `tokens.css` (`--icon-primary`, `--icon-secondary`, `--icon-accent`), which stand from the
 * moment the stylesheet is there.
 */
export type IconTone = 'text' | 'primary' | 'secondary' | 'accent';

export interface IconShape {
  /** SVG path data in a box of 24 units. */
  d: string;
  /** Filled when true, drawn as a line of 1.75 units otherwise. */
  filled?: boolean;
  /** Which colour it takes; the text's where absent. */
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

/** Draws an icon, hidden from screen readers: the name belongs on the button or link. Anything else renders nothing. */
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

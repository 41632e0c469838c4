import { connectorMark } from './connector-marks.ts';

/** The mark of a system, or its first letter; decorative, since its name stands beside it. */
export function ConnectorMark({ name, slug }: { name: string; slug: string | undefined }) {
  const path = slug === undefined ? undefined : connectorMark(slug);
  if (path === undefined) {
    return (
      <span className="front-mark letter" aria-hidden="true">
        {name.slice(0, 1).toUpperCase()}
      </span>
    );
  }
  return (
    <svg className="front-mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

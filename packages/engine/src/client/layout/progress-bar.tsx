/**
 * The thin bar at the top while a page loads; `value` runs from 0 to 1. A native progress element, because a
 * width in a style attribute is not allowed by the site's content security policy.
 */
export function ProgressBar({ visible, value }: { visible: boolean; value: number }) {
  return <progress className="progress-bar" hidden={!visible} value={value} max={1} aria-label="Loading page" />;
}

/**
 * An icon drawn as lines in the color of the text around it. Hidden from screen readers: the name belongs on what it stands in.
 * @param path path data in a box of 24 units
 */
export function LineIcon({ path }: { path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}

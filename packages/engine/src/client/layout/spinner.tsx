/** Turns once in 3 seconds while something loads; where motion is not wanted it stands still and the text speaks. */
export function Spinner({ label = 'Loading…' }: { label?: string }) {
  return (
    <p className="spinner" role="status">
      <span>{label}</span>
    </p>
  );
}

/** A component with controls, which would need code in the browser. */
import { useState } from 'react';

export default function Counter({ label }: { label: string }) {
  const [count, setCount] = useState(0);
  return (
    <p>
      {label}: {count} <button onClick={() => setCount(count + 1)}>Add a job</button>
      <input type="range" value={count} onChange={(event) => setCount(Number(event.target.value))} />
      <input type="checkbox" disabled checked readOnly />
    </p>
  );
}

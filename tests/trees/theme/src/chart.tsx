/** A component of the site. Its code is not published. */
import type { ReactNode } from 'react';

interface ChartProps {
  title: string;
  bars: readonly { label: string; value: number }[];
  children?: ReactNode;
}

export default function Chart({ title, bars, children }: ChartProps) {
  const most = Math.max(...bars.map(({ value }) => value));
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      <ul>
        {bars.map(({ label, value }) => (
          <li key={label}>
            {label}: <meter max={most} value={value} /> {value}
          </li>
        ))}
      </ul>
      {children}
    </figure>
  );
}

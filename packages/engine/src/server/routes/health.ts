import type { Handler } from 'hono';

export interface Health {
  /** `stopping` while the last requests are finished: a load balancer should send no more. */
  status: 'ok' | 'stopping';
  build: string;
  uptimeSeconds: number;
}

/** Tells load balancers and people whether the server works and which build it serves. */
export function healthRoute(health: () => Health): Handler {
  return (c) => {
    const report = health();
    return c.json(report, report.status === 'ok' ? 200 : 503, { 'Cache-Control': 'no-store' });
  };
}

import { Agent, request } from 'node:http';

export interface SteadyLoad {
  /** Address of the service. */
  url: string;
  /** Bodies of the POST requests, which are sent in rotation. */
  bodies: readonly string[];
  perSecond: number;
  seconds: number;
}

export interface SteadyLoadFigures {
  /** 95th percentile and median of the response times, in milliseconds. */
  p95: number;
  p50: number;
  answered: number;
  /** Number of responses with another status than 200 and of requests without a response. */
  failed: number;
}

/** About as many connections as a browser or a reverse proxy opens. */
const CONNECTIONS = 10;

/**
 * Sends requests at regular intervals, whether or not earlier ones have been answered, as visitors do. A response time starts when
 * the request was due, so that it includes the delay of a server that falls behind. (Load generators that send the requests of each
 * second in one burst measure the length of their own queue.)
 */
export async function steadyLoad({ url, bodies, perSecond, seconds }: SteadyLoad): Promise<SteadyLoadFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  let failed = 0;
  const start = performance.now();
  const due = Array.from({ length: perSecond * seconds }, (_, i) => start + (i * 1000) / perSecond);
  const answers: Promise<void>[] = [];
  for (const [i, moment] of due.entries()) {
    const wait = moment - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    answers.push(
      post(url, bodies[i % bodies.length] ?? '', agent).then(
        (status) => void (status === 200 ? times.push(performance.now() - moment) : failed++),
        () => void failed++,
      ),
    );
  }
  await Promise.all(answers);
  agent.destroy();
  times.sort((a, b) => a - b);
  const quantile = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { p95: quantile(0.95), p50: quantile(0.5), answered: times.length, failed };
}

function post(url: string, body: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers: { 'Content-Type': 'application/json' } }, (answer) => {
      answer.on('error', reject);
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.resume();
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

import { Agent, request } from 'node:http';

export interface SteadyLoad {
  /** Address of the service. */
  url: string;
  /** Bodies of the POST requests, sent in turn. */
  bodies: readonly string[];
  perSecond: number;
  seconds: number;
}

export interface SteadyLoadFigures {
  /** Milliseconds that 95 % of the answers took at most, and half of them. */
  p95: number;
  p50: number;
  answered: number;
  /** Other answers than 200, and none at all. */
  failed: number;
}

/** As many as a browser or a proxy in front would open. */
const CONNECTIONS = 10;

/**
 * Sends requests at even distances, whether or not those before them are answered, as visitors do. A time counts from the
 * moment at which the request was due, so that a server that falls behind cannot hide it. (Load generators that send each
 * second's requests in one burst measure the length of their own queue.)
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

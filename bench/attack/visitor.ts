/** Requests a page until the main thread sends a message. Reports the duration of each request in milliseconds, or Infinity if it failed. */
import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const { port, address } = workerData as { port: number; address: string };

function visit(): Promise<number> {
  const start = performance.now();
  return new Promise((settle) => {
    const fail = (): void => settle(Infinity);
    get({ host: '127.0.0.1', port, path: '/docs', localAddress: address, agent: false, timeout: 30_000 }, (response) => {
      response.resume().once('close', () => settle(response.statusCode === 200 ? performance.now() - start : Infinity));
    })
      .on('error', fail)
      .on('timeout', fail);
  });
}

const stop = new AbortController();
parentPort?.once('message', () => stop.abort());
while (!stop.signal.aborted) {
  parentPort?.postMessage(await visit());
  await wait(100);
}

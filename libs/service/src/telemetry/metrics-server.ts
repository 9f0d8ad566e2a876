import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, register } from 'prom-client';

export type MetricsServer = { port: number; stop: () => Promise<void> };

/** Milliseconds in which the delay of the event loop is measured a few times. */
const FIRST_MEASURES = 50;

/**
 * All metrics, for Prometheus. Those of the process itself are measured from the first scrape on: watching the event loop wakes
 * an idle process a hundred times a second.
 */
export async function metricsText(): Promise<string> {
  if (!register.getSingleMetric('process_cpu_seconds_total')) {
    collectDefaultMetrics();
    await sleep(FIRST_MEASURES);
  }
  return register.metrics();
}

/** Serves `/metrics` on a port of its own, and nothing else: for processes whose other port the internet reaches. */
export async function serveMetrics(host: string, port: number): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metricsText().then(
      (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

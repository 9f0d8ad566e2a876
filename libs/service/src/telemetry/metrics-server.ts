import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, register } from 'prom-client';

export type MetricsServer = { port: number; stop: () => Promise<void> };

/** Milliseconds to wait at the first scrape, so that the event loop's delay is sampled a few times. */
const FIRST_MEASURES = 50;

/**
 * Returns all metrics for Prometheus. Process metrics start at the first scrape, because sampling the event loop wakes an idle
 * process a hundred times per second.
 */
export async function metricsText(): Promise<string> {
  if (!register.getSingleMetric('process_cpu_seconds_total')) {
    collectDefaultMetrics();
    await sleep(FIRST_MEASURES);
  }
  return register.metrics();
}

/** Serves only `/metrics` on a separate port, for processes whose other port is public. */
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

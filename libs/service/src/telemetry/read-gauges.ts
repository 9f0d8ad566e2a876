import { Gauge, register } from 'prom-client';

/** Timeout of a reading in milliseconds. A scrape waits for all readings. */
const TIMEOUT_MS = 2_000;

export type Reading = { labels?: Record<string, string>; value: number };

/**
 * Registers a gauge that is read at each scrape, for example from a database. A failed reading adds no line to the response, so that
 * Prometheus stores no value for it. Replaces a gauge with the same name.
 */
export const readGauge = (
  name: string,
  help: string,
  labelNames: readonly string[],
  read: () => Promise<readonly Reading[]>,
): Gauge => {
  register.removeSingleMetric(name);
  return new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    async collect() {
      const late = new Promise<null>((resolve) => setTimeout(resolve, TIMEOUT_MS, null).unref());
      const readings = await Promise.race([read().catch(() => null), late]);
      this.reset();
      if (readings === null && labelNames.length === 0) this.remove();
      for (const { labels = {}, value } of readings ?? []) this.set(labels, value);
    },
  });
};

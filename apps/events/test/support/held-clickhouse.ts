import { proxyClickHouse } from './clickhouse-proxy.ts';

/** Matches statements that read a page of an export. */
export const EXPORT_PAGE = /kafka_offset DESC LIMIT \d+/;

/** A proxy of ClickHouse that holds statements matching `held` until they are released one by one. */
export type HeldClickHouse = {
  url: string;
  /** Currently held statements, in order of arrival. */
  held: () => string[];
  /** Releases the oldest held statement. */
  release: () => void;
  /** Stops holding statements. */
  open: () => void;
  /** Returns every statement that the proxy has received. */
  seen: () => readonly string[];
  /** Remote ports of the connections of matching statements. */
  connectionsOf: (pattern: RegExp) => Set<number>;
  stop: () => void;
};

export async function holdClickHouse(pattern: RegExp): Promise<HeldClickHouse> {
  const seen: string[] = [];
  const ports: number[] = [];
  let waiting: { sql: string; pass: () => void }[] = [];
  let isOpen = false;

  const { url, stop } = await proxyClickHouse(({ sql, port, pass, onGone }) => {
    seen.push(sql);
    ports.push(port);
    if (isOpen || !pattern.test(sql)) return pass();
    const entry = { sql, pass };
    waiting.push(entry);
    onGone(() => {
      waiting = waiting.filter((one) => one !== entry);
    });
  });
  const release = (): void => waiting.shift()?.pass();
  return {
    url,
    held: () => waiting.map(({ sql }) => sql),
    release,
    open: () => {
      isOpen = true;
      while (waiting.length > 0) release();
    },
    seen: () => seen,
    connectionsOf: (one) => new Set(ports.filter((_, index) => one.test(seen[index] ?? ''))),
    stop,
  };
}

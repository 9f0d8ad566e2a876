import { proxyClickHouse } from './clickhouse-proxy.ts';

/** Statements that read a page of an export. */
export const EXPORT_PAGE = /kafka_offset DESC LIMIT \d+/;

/** ClickHouse as the service reaches it. Statements that match `held` wait until they are let through, one by one. */
export type HeldClickHouse = {
  url: string;
  /** Statements that wait now, in the order in which they came. */
  held: () => string[];
  /** Lets the statement that has waited longest through. */
  release: () => void;
  /** From now on nothing is held. */
  open: () => void;
  /** Every statement that came so far. */
  seen: () => readonly string[];
  /** Connections by which statements that match came, by the port at the other end. */
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

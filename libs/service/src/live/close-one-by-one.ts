type Closable = { close: () => unknown };

/** Milliseconds for closing all connections. `STEP`: milliseconds between two steps. */
const WITHIN = 1_000;
const STEP = 20;

/** Closes connections spread over a second, so that clients do not reconnect all at once. */
export async function closeOneByOne(connections: readonly Closable[]): Promise<void> {
  const together = Math.ceil((connections.length * STEP) / WITHIN);
  for (let from = 0; from < connections.length; from += together) {
    if (from > 0) await new Promise((resolve) => setTimeout(resolve, STEP));
    for (const connection of connections.slice(from, from + together)) connection.close();
  }
}

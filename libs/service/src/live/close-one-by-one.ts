type Closable = { close: () => unknown };

/** Milliseconds in which all of them are closed, and between two of few. */
const WITHIN = 1_000;
const STEP = 20;

/** Closes connections spread over a second: clients connect to another process then, and not all at once. */
export async function closeOneByOne(connections: readonly Closable[]): Promise<void> {
  const together = Math.ceil((connections.length * STEP) / WITHIN);
  for (let from = 0; from < connections.length; from += together) {
    if (from > 0) await new Promise((resolve) => setTimeout(resolve, STEP));
    for (const connection of connections.slice(from, from + together)) connection.close();
  }
}

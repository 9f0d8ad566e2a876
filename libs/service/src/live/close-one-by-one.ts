type Closable = { close: () => unknown };

const DURATION_MS = 1_000;
const STEP_MS = 20;

/** Closes connections spread over a second, so that clients do not reconnect all at once. */
export async function closeOneByOne(connections: readonly Closable[]): Promise<void> {
  const together = Math.ceil((connections.length * STEP_MS) / DURATION_MS);
  for (let from = 0; from < connections.length; from += together) {
    if (from > 0) await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    for (const connection of connections.slice(from, from + together)) connection.close();
  }
}

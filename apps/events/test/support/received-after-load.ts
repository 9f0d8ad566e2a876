import type { EventFilter } from '@portico/contracts/http/events';
import { eventually, LiveViewer } from '@portico/testkit';

/** Ids of what a viewer who loads the list now gets live although nothing new happens. */
export async function receivedAfterLoad(
  url: string,
  token: string,
  filter: EventFilter = {},
  within = 30_000,
): Promise<string[]> {
  const viewer = await new LiveViewer(url, token, filter).open();
  await eventually(() => viewer.statuses.length > 0, within);
  viewer.check();
  viewer.close();
  return viewer.received;
}

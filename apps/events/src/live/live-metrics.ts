import { Counter, type Reading, readGauge } from '@portico/service';

/** Counts the frames that this process sends to live viewers. */
export const frames = new Counter({
  name: 'portico_live_frames_total',
  help: 'Frames of rows that were sent, one for each viewer',
});
export const resets = new Counter({
  name: 'portico_live_resets_total',
  help: 'Viewers that were sent to the list, by reason',
  labelNames: ['reason'],
});

/** Publishes the number of live viewers as a metric. `count`: returns the number of viewers with a valid token. */
export const showViewers = (count: () => number): void => {
  const read = async (): Promise<Reading[]> => [{ value: count() }];
  readGauge('portico_live_viewers', 'Live connections with a valid token', [], read);
};

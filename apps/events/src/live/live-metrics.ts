import { Counter, type Reading, readGauge } from '@portico/service';

/** Prometheus metrics of this process's live connections. */
export const frames = new Counter({
  name: 'portico_live_frames_total',
  help: 'Frames of rows that were sent, one for each viewer',
});
export const resets = new Counter({
  name: 'portico_live_resets_total',
  help: 'Viewers that were sent to the list, by reason',
  labelNames: ['reason'],
});

/** @param count returns the number of viewers with a valid token. */
export const showViewers = (count: () => number): void => {
  const read = async (): Promise<Reading[]> => [{ value: count() }];
  readGauge('portico_live_viewers', 'Live connections with a valid token', [], read);
};

import { Counter } from '@portico/service';

export const frames = new Counter({
  name: 'portico_live_frames_total',
  help: 'Frames of rows that were sent, one for each viewer',
});
export const resets = new Counter({
  name: 'portico_live_resets_total',
  help: 'Viewers that were sent to the list, by reason',
  labelNames: ['reason'],
});

import { setEpisodeSettling } from '@portico/contracts/http/episode-settling';
import * as episodes from '@portico/contracts/http/episodes';
import * as silence from '@portico/contracts/http/silence';
import { listTrouble } from '@portico/contracts/http/trouble';
import { type Row, signedIn } from './row.ts';

/** An id without an episode. */
const NONE = 2_000_000_000;
const none = (body?: object): Row['send'] => {
  return () => ({ id: NONE, ...(body && { body }) });
};

export const ALERTS: readonly Row[] = [
  { endpoint: episodes.listEpisodes, what: 'the visible episodes', answers: signedIn(200) },
  { endpoint: episodes.getEpisode, what: 'an unknown episode', answers: signedIn(404), send: none() },
  { endpoint: episodes.getEpisodeKinds, what: 'an unknown episode', answers: signedIn(404), send: none() },
  { endpoint: episodes.acknowledgeEpisode, what: 'an unknown episode', answers: signedIn(404), send: none() },
  { endpoint: episodes.releaseEpisode, what: 'an unknown episode', answers: signedIn(404), send: none() },
  {
    endpoint: episodes.assignEpisode,
    what: 'an unknown episode',
    answers: signedIn(404),
    send: none({ userId: null }),
  },
  { endpoint: episodes.noteEpisode, what: 'an unknown episode', answers: signedIn(404), send: none({ note: null }) },
  {
    endpoint: episodes.muteEpisode,
    what: 'an unknown episode',
    answers: signedIn(404),
    send: none({ until: null }),
  },
  {
    endpoint: setEpisodeSettling,
    what: 'an unknown integration',
    answers: signedIn(404),
    send: none({ minutes: 5 }),
  },
  { endpoint: listTrouble, what: 'the current problems', answers: signedIn(200) },
  { endpoint: silence.listSilence, what: 'the visible integrations', answers: signedIn(200) },
  { endpoint: silence.getSilence, what: 'an unknown integration', answers: signedIn(404), send: none() },
  { endpoint: silence.updateSilence, what: 'an unknown integration', answers: signedIn(404), send: none({}) },
];

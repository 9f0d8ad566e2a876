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
  { endpoint: episodes.listEpisodes, what: 'those that one may see', answers: signedIn(200) },
  { endpoint: episodes.getEpisode, what: 'one that is not there', answers: signedIn(404), send: none() },
  { endpoint: episodes.getEpisodeKinds, what: 'one that is not there', answers: signedIn(404), send: none() },
  { endpoint: episodes.acknowledgeEpisode, what: 'one that is not there', answers: signedIn(404), send: none() },
  { endpoint: episodes.releaseEpisode, what: 'one that is not there', answers: signedIn(404), send: none() },
  {
    endpoint: episodes.assignEpisode,
    what: 'one that is not there',
    answers: signedIn(404),
    send: none({ userId: null }),
  },
  { endpoint: episodes.noteEpisode, what: 'one that is not there', answers: signedIn(404), send: none({ note: null }) },
  {
    endpoint: episodes.muteEpisode,
    what: 'one that is not there',
    answers: signedIn(404),
    send: none({ until: null }),
  },
  {
    endpoint: setEpisodeSettling,
    what: 'of an integration that is not there',
    answers: signedIn(404),
    send: none({ minutes: 5 }),
  },
  { endpoint: listTrouble, what: 'what is wrong now', answers: signedIn(200) },
  { endpoint: silence.listSilence, what: 'those that one may see', answers: signedIn(200) },
  { endpoint: silence.getSilence, what: 'one that is not there', answers: signedIn(404), send: none() },
  { endpoint: silence.updateSilence, what: 'one that is not there', answers: signedIn(404), send: none({}) },
];

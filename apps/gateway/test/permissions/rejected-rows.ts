import * as redrives from '@portico/contracts/http/redrives';
import * as rejected from '@portico/contracts/http/rejected-events';
import { type Row, signedIn } from './row.ts';

const REQUEST = {
  filter: { integration: 2_000_000_000 },
  correction: { pointer: '/result', values: { OK: 'SUCCESS' } },
};
const RUN = '00000000-0000-4000-8000-000000000000';

/** Rows for rejected events and runs. Every signed-in user may read the user's own events, but these users have no events. */
export const REJECTED: readonly Row[] = [
  { endpoint: rejected.listRejectedEvents, what: 'rejected events', answers: signedIn(200) },
  { endpoint: rejected.listRejectionCauses, what: 'their causes', answers: signedIn(200) },
  { endpoint: rejected.listUncorrected, what: 'those without a correction', answers: signedIn(200) },
  { endpoint: rejected.summarizeRejectedEvents, what: 'their counts', answers: signedIn(200) },
  {
    endpoint: rejected.getRejectedEvent,
    what: 'one that is not there',
    answers: signedIn(404),
    send: () => ({ id: '0-0-0' }),
  },
  {
    endpoint: rejected.republishEvent,
    what: 'one that is not there',
    answers: signedIn(404),
    send: () => ({ id: '0-0-0', body: { value: '{}' } }),
  },
  { endpoint: rejected.validateEvent, what: 'any event', answers: signedIn(200), send: () => ({ body: {} }) },
  { endpoint: redrives.listRedrives, what: 'runs over rejected events', answers: signedIn(200) },
  {
    endpoint: redrives.previewRedrive,
    what: 'of an integration that is not there',
    answers: signedIn(404),
    send: () => ({ body: REQUEST }),
  },
  {
    endpoint: redrives.startRedrive,
    what: 'of an integration that is not there',
    answers: signedIn(404),
    send: () => ({ body: REQUEST }),
  },
  { endpoint: redrives.getRedrive, what: 'a run that is not there', answers: signedIn(404), send: () => ({ id: RUN }) },
  {
    endpoint: redrives.pauseRedrive,
    what: 'a run that is not there',
    answers: signedIn(404),
    send: () => ({ id: RUN }),
  },
  {
    endpoint: redrives.resumeRedrive,
    what: 'a run that is not there',
    answers: signedIn(404),
    send: () => ({ id: RUN }),
  },
  {
    endpoint: redrives.abortRedrive,
    what: 'a run that is not there',
    answers: signedIn(404),
    send: () => ({ id: RUN }),
  },
  {
    endpoint: redrives.reportRedrive,
    what: 'a run that is not there',
    answers: signedIn(404),
    send: () => ({ id: RUN }),
  },
];

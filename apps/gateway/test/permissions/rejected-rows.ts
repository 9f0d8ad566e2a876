import * as redrives from '@portico/contracts/http/redrives';
import * as rejected from '@portico/contracts/http/rejected-events';
import { type Row, signedIn } from './row.ts';

const REQUEST = {
  filter: { integration: 2_000_000_000 },
  correction: { pointer: '/result', values: { OK: 'SUCCESS' } },
};
const RUN = '00000000-0000-4000-8000-000000000000';

/**
 * Rows for rejected events and redrives. Every signed-in user may read the user's own rejected events, but the users of this table have
 * none.
 */
export const REJECTED: readonly Row[] = [
  { endpoint: rejected.listRejectedEvents, what: 'the rejected events', answers: signedIn(200) },
  { endpoint: rejected.listRejectionCauses, what: 'the causes', answers: signedIn(200) },
  { endpoint: rejected.listUncorrected, what: 'rejected events without a correction', answers: signedIn(200) },
  { endpoint: rejected.summarizeRejectedEvents, what: 'the counts', answers: signedIn(200) },
  {
    endpoint: rejected.getRejectedEvent,
    what: 'an unknown rejected event',
    answers: signedIn(404),
    send: () => ({ id: '0-0-0' }),
  },
  {
    endpoint: rejected.republishEvent,
    what: 'an unknown rejected event',
    answers: signedIn(404),
    send: () => ({ id: '0-0-0', body: { value: '{}' } }),
  },
  { endpoint: rejected.validateEvent, what: 'any event', answers: signedIn(200), send: () => ({ body: {} }) },
  { endpoint: redrives.listRedrives, what: 'the runs over rejected events', answers: signedIn(200) },
  {
    endpoint: redrives.previewRedrive,
    what: 'an unknown integration',
    answers: signedIn(404),
    send: () => ({ body: REQUEST }),
  },
  {
    endpoint: redrives.startRedrive,
    what: 'an unknown integration',
    answers: signedIn(404),
    send: () => ({ body: REQUEST }),
  },
  { endpoint: redrives.getRedrive, what: 'an unknown run', answers: signedIn(404), send: () => ({ id: RUN }) },
  {
    endpoint: redrives.pauseRedrive,
    what: 'an unknown run',
    answers: signedIn(404),
    send: () => ({ id: RUN }),
  },
  {
    endpoint: redrives.resumeRedrive,
    what: 'an unknown run',
    answers: signedIn(404),
    send: () => ({ id: RUN }),
  },
  {
    endpoint: redrives.abortRedrive,
    what: 'an unknown run',
    answers: signedIn(404),
    send: () => ({ id: RUN }),
  },
  {
    endpoint: redrives.reportRedrive,
    what: 'an unknown run',
    answers: signedIn(404),
    send: () => ({ id: RUN }),
  },
];

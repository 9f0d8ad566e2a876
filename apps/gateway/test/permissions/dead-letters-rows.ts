import * as letters from '@portico/contracts/http/dead-letters';
import { admins, type Row } from './row.ts';

/** Rows for dead letters. No service has a dead letter, so administrators get 404 for each id, and other users get 403. */
export const DEAD_LETTERS: readonly Row[] = letters.LETTER_SERVICES.flatMap((service): Row[] => [
  {
    endpoint: letters.listDeadLetters,
    what: `the letters of ${service}`,
    answers: admins(200),
    send: () => ({ id: service }),
  },
  {
    endpoint: letters.getDeadLetter,
    what: `a letter that ${service} does not have`,
    answers: admins(404),
    send: () => ({ id: [service, 2_000_000_000] }),
  },
  {
    endpoint: letters.replayDeadLetter,
    what: `a letter that ${service} does not have`,
    answers: admins(404),
    send: () => ({ id: [service, 2_000_000_000] }),
  },
  {
    endpoint: letters.dropDeadLetter,
    what: `a letter that ${service} does not have`,
    answers: admins(404),
    send: () => ({ id: [service, 2_000_000_000], body: { reason: 'It is of a test' } }),
  },
]);

import * as letters from '@portico/contracts/http/dead-letters';
import { admins, type Row } from './row.ts';

/** Rows for dead letters. No service has a dead letter, so each id is 404 for administrators, and 403 for other users. */
export const DEAD_LETTERS: readonly Row[] = letters.LETTER_SERVICES.flatMap((service): Row[] => [
  {
    endpoint: letters.listDeadLetters,
    what: `of ${service}`,
    answers: admins(200),
    send: () => ({ id: service }),
  },
  {
    endpoint: letters.getDeadLetter,
    what: `one that ${service} does not have`,
    answers: admins(404),
    send: () => ({ id: [service, 2_000_000_000] }),
  },
  {
    endpoint: letters.replayDeadLetter,
    what: `one that ${service} does not have`,
    answers: admins(404),
    send: () => ({ id: [service, 2_000_000_000] }),
  },
  {
    endpoint: letters.dropDeadLetter,
    what: `one that ${service} does not have`,
    answers: admins(404),
    send: () => ({ id: [service, 2_000_000_000], body: { reason: 'It is of a test' } }),
  },
]);

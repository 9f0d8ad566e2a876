import * as letters from '@portico/contracts/http/dead-letters';
import { admins, type Row } from './row.ts';

/** There are no dead letters here: every service returns 404 to administrators, and 403 to others. */
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

import type { EntityManager } from '@mikro-orm/postgresql';
import { countSending, hostOf, type SendingLimit } from '@portico/postgres/sendings';
import type { Caller } from '@portico/service';
import type { Target } from './message/channel-type.ts';
import { typeOf } from './types.ts';

const HOUR = 60 * 60;

/** Maximum number of codes per hour: by one person, to one address, and to one host by people of other hosts. */
const CODES_PER_HOUR = { person: 20, address: 5, host: 100 } as const;

const limit = (scope: keyof typeof CODES_PER_HOUR, key: string, message: string): SendingLimit => ({
  scope: `code-${scope}`,
  key,
  most: CODES_PER_HOUR[scope],
  seconds: HOUR,
  message,
});

/**
 * Counts one more code. The count remains when the channel is deleted.
 * @throws Problem `rate_limited`.
 */
export async function countCode(em: EntityManager, caller: Caller, target: Target): Promise<void> {
  const { address, ownHost } = typeOf(target);
  const host = ownHost?.(target);
  await countSending(em, [
    limit('person', String(caller.id), 'Too many codes were sent within an hour. Please try again later.'),
    limit(
      'address',
      address(target),
      'Several codes were sent to this address within an hour. Please try again later.',
    ),
    ...(host === undefined || host === hostOf(caller.email)
      ? []
      : [limit('host', host, 'Many codes were sent to this host within an hour. Please try again later.')]),
  ]);
}

import { parseArgs } from 'node:util';
import { type Command, UsageError } from '../command.ts';
import { runInService } from '../service-operation.ts';

/**
 * Order in which services erase an organization. orgs is first: it rejects an organization that still exists, and notifies the other
 * services. integrations follows, so that no publisher can send events while other services delete rows.
 */
const ORDER = ['orgs', 'integrations', 'events', 'alerts', 'identity', 'billing'];

const STAYS = `Portico and its engines keep: purchases and charged usage as numbers, and Stripe's copies, as the law requires;
ended memberships by number; audit entries until their retention ends, with numbers and reasons. Kafka keeps published events for up to
7 days, rejected events for up to 30, and earlier states until it compacts. If you restore an older backup, run this command again.`;

export const command: Command = {
  usage: 'erase --organization=ID                         removes everything of an organization that was deleted',
  run: async (args, environment) => {
    const { organization = '' } = parseArgs({ args, options: { organization: { type: 'string' } } }).values;
    if (!/^[1-9]\d{0,8}$/.test(organization)) throw new UsageError('--organization should be the number of one');
    for (const service of ORDER) {
      console.log(`${service}:`);
      await runInService(service, ['erase', organization], environment);
    }
    console.log(`Organization ${organization} is erased. ${STAYS}`);
    return true;
  },
};

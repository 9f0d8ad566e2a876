import { checkEvents, ingestEvents } from '@portico/contracts/http/ingest';
import { validateEvent } from '@portico/contracts/http/rejected-events';
import { bootstrap, readConfig } from '@portico/service';
import { EventsConfig } from './config.ts';
import { EventsModule } from './events.module.ts';
import { runReingest } from './ingest/reingest-command.ts';

const [command, ...args] = process.argv.slice(2);
if (command === 'reingest') {
  await runReingest(args);
} else {
  const config = readConfig('events', EventsConfig, ['EVENTS_ROLES']);
  await bootstrap(EventsModule.with(config), config, {
    rawBodyPaths: [validateEvent.path],
    unreadBodyPaths: [ingestEvents.path, checkEvents.path],
  });
}

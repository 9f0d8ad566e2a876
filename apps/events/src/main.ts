import { checkEvents, ingestEvents } from '@portico/contracts/http/ingest';
import { validateEvent } from '@portico/contracts/http/rejected-events';
import { bootstrap, readConfig, runMigrate } from '@portico/service';
import { EventsConfig, TableConfig } from './config.ts';
import { EventsModule } from './events.module.ts';
import { tablesSchema } from './table/prepare.ts';
import { runReingest } from './reingest-command.ts';
import { runSkip } from './skip-command.ts';

const [command, ...args] = process.argv.slice(2);
if (command === 'reingest') {
  await runReingest(args);
} else if (command === 'skip') {
  await runSkip(args);
} else if (command === 'migrate') {
  await runMigrate(args, tablesSchema(readConfig('migrate', TableConfig)));
} else {
  const config = readConfig('events', EventsConfig, ['EVENTS_ROLES']);
  await bootstrap(EventsModule.with(config), config, {
    rawBodyPaths: [validateEvent.path],
    unreadBodyPaths: [ingestEvents.path, checkEvents.path],
  });
}

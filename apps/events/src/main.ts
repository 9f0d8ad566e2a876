import { validateEvent } from '@portico/contracts/http/rejected-events';
import { bootstrap, readConfig, runMigrate } from '@portico/service';
import { runAudit } from './audit/verify-command.ts';
import { EventsConfig, SchemaConfig } from './config.ts';
import { eventsDatabase } from './database.ts';
import { runErase } from './erase-command.ts';
import { EventsModule } from './events.module.ts';
import { eventsSchema } from './postgres/schema.ts';
import { runReingest } from './reingest-command.ts';
import { runSkip } from './skip-command.ts';

const [command, ...args] = process.argv.slice(2);
if (command === 'reingest') {
  await runReingest(args);
} else if (command === 'skip') {
  await runSkip(args);
} else if (command === 'erase') {
  await runErase(args);
} else if (command === 'audit') {
  await runAudit(args);
} else if (command === 'migrate') {
  const config = readConfig('migrate', SchemaConfig);
  await runMigrate(args, eventsSchema(config, eventsDatabase(config)));
} else {
  const config = readConfig('events', EventsConfig, ['EVENTS_ROLES']);
  await bootstrap(EventsModule.with(config), config, {
    rawBodyPaths: [validateEvent.path],
  });
}

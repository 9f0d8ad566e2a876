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

const COMMANDS = new Map([
  ['reingest', runReingest],
  ['skip', runSkip],
  ['erase', runErase],
  ['audit', runAudit],
]);

const [command = '', ...args] = process.argv.slice(2);
const run = COMMANDS.get(command);
if (run) {
  await run(args).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  });
} else if (command === 'migrate') {
  const config = readConfig('migrate', SchemaConfig);
  await runMigrate(args, eventsSchema(config, eventsDatabase(config)));
} else {
  const config = readConfig('events', EventsConfig, ['EVENTS_ROLES']);
  await bootstrap(EventsModule.with(config), config, {
    rawBodyPaths: [validateEvent.path],
  });
}

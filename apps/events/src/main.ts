import { validateEvent } from '@portico/contracts/http/rejected-events';
import { bootstrap, readConfig } from '@portico/service';
import { EventsConfig } from './config.ts';
import { EventsModule } from './events.module.ts';

const config = readConfig('events', EventsConfig, ['EVENTS_ROLES']);
await bootstrap(EventsModule.with(config), config, { rawBodyPaths: [validateEvent.path] });

import { listenToDomainEvents } from '@portico/messaging';
import { bootstrap, readConfig } from '@portico/service';
import { AppModule } from './app.module.ts';
import { OrgsConfig } from './config.ts';

const config = readConfig('orgs', OrgsConfig);
await bootstrap(AppModule.with(config), config, { prepare: (app) => listenToDomainEvents(app, config, 'orgs') });

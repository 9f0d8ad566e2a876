import { listenToDomainEvents, runOperation } from '@portico/messaging';
import { bootstrap, readConfig } from '@portico/service';
import { AppModule } from './app.module.ts';
import { OrgsConfig } from './config.ts';
import { orgsOperations } from './operations.ts';

if (!(await runOperation(process.argv.slice(2), orgsOperations))) {
  const config = readConfig('orgs', OrgsConfig);
  await bootstrap(AppModule.with(config), config, { prepare: (app) => listenToDomainEvents(app, config, 'orgs') });
}

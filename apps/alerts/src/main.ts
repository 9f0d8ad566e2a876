import { listenToDomainEvents, runOperation } from '@portico/messaging';
import { bootstrap, readConfig } from '@portico/service';
import { AppModule } from './app.module.ts';
import { AlertsConfig } from './config.ts';
import { alertsOperations } from './operations.ts';

if (!(await runOperation(process.argv.slice(2), alertsOperations))) {
  const config = readConfig('alerts', AlertsConfig);
  await bootstrap(AppModule.with(config), config, { prepare: (app) => listenToDomainEvents(app, config, 'alerts') });
}

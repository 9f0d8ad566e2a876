import { exchangeKey } from '@portico/contracts/http/oauth';
import { listenToDomainEvents, runOperation } from '@portico/messaging';
import { bootstrap, readConfig } from '@portico/service';
import { AppModule } from './app.module.ts';
import { IntegrationsConfig } from './config.ts';
import { integrationsOperations } from './operations.ts';

if (!(await runOperation(process.argv.slice(2), integrationsOperations))) {
  const config = readConfig('integrations', IntegrationsConfig);
  await bootstrap(AppModule.with(config), config, {
    rawBodyPaths: [exchangeKey.path],
    prepare: (app) => listenToDomainEvents(app, config, 'integrations'),
  });
}

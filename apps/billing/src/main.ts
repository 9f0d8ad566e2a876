import { receiveWebhook } from '@portico/contracts/http/billing';
import { listenToDomainEvents, runOperation } from '@portico/messaging';
import { bootstrap, readConfig } from '@portico/service';
import { AppModule } from './app.module.ts';
import { BillingConfig } from './config.ts';
import { billingOperations } from './operations.ts';
import { reconcile } from './reconciliation/reconcile.ts';

if (process.argv[2] === 'reconcile') {
  await reconcile().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
} else if (!(await runOperation(process.argv.slice(2), billingOperations))) {
  const config = readConfig('billing', BillingConfig);
  await bootstrap(AppModule.with(config), config, {
    rawBodyPaths: [receiveWebhook.path],
    prepare: (app) => listenToDomainEvents(app, config, 'billing'),
  });
}

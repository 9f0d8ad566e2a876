import { endByProvider } from '@portico/contracts/http/sessions';
import { listenToDomainEvents, runOperation } from '@portico/messaging';
import { bootstrap, readConfig } from '@portico/service';
import { AppModule } from './app.module.ts';
import { IdentityConfig } from './config.ts';
import { identityOperations } from './operations.ts';
import { rotateKeys } from './rotate-keys.ts';

const [command, ...args] = process.argv.slice(2);
if (command === 'rotate-keys') {
  await rotateKeys(args).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
} else if (!(await runOperation(process.argv.slice(2), identityOperations))) {
  const config = readConfig('identity', IdentityConfig);
  await bootstrap(AppModule.with(config), config, {
    rawBodyPaths: [endByProvider.path],
    prepare: (app) => listenToDomainEvents(app, config, 'identity'),
  });
}

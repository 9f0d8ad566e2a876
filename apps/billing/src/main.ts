import { bootstrap, readConfig } from '@portico/service';
import { AppModule } from './app.module.ts';
import { BillingConfig } from './config.ts';

const config = readConfig('billing', BillingConfig);
await bootstrap(AppModule.with(config), config);

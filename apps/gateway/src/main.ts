import { bootstrap, readConfig } from '@portico/service';
import { AppModule } from './app.module.ts';
import { GatewayConfig } from './config.ts';
import { gatewayOptions } from './gateway.ts';

const config = readConfig('gateway', GatewayConfig);
await bootstrap(AppModule.with(config), config, gatewayOptions(config));

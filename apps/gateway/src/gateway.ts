import { Socket } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { EXPORT_HEADERS } from '@portico/contracts/http/event-export';
import type { StartOptions } from '@portico/service';
import type { GatewayConfig } from './config.ts';
import { routeOf } from './proxy/route-of.ts';
import { Upgrades } from './proxy/upgrades.ts';

/** Server options. Unlike a service, the gateway reads no bodies, allows calls from browsers and forwards sockets. */
export const gatewayOptions = (config: GatewayConfig): StartOptions => ({
  bodyParser: false,
  routeOf: ({ method, originalUrl }) => routeOf(method, originalUrl),
  prepare: (app: NestExpressApplication) => {
    app.set('trust proxy', config.TRUSTED_PROXIES);
    app.enableCors({
      origin: new URL(config.CONSOLE_URL).origin,
      // Browsers send the session cookie only with this option.
      credentials: true,
      allowedHeaders: ['authorization', 'content-type', 'x-request-id', 'x-recaptcha-proof'],
      exposedHeaders: ['date', 'x-request-id', 'retry-after', 'content-disposition', ...Object.values(EXPORT_HEADERS)],
      maxAge: 600,
    });
    const upgrades = app.get(Upgrades);
    app.getHttpServer().on('upgrade', (request, socket, head) => {
      if (socket instanceof Socket) upgrades.accept(request, socket, head);
    });
  },
});

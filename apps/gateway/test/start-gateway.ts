import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { parseConfig, startService } from '@portico/service';
import { engines } from '@portico/testkit';
import { AppModule } from '../src/app.module.ts';
import { GatewayConfig } from '../src/config.ts';
import { gatewayOptions } from '../src/gateway.ts';

export const CONSOLE = 'http://localhost:3999';
const UNREACHABLE = 'http://127.0.0.1:1';

export const listen = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });

export const read = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** Starts a gateway in this process; services missing from the environment are unavailable. */
export const startGateway = async (environment: Record<string, string>): Promise<NestExpressApplication> => {
  const services = ['IDENTITY_URL', 'ORGS_URL', 'INTEGRATIONS_URL', 'BILLING_URL', 'EVENTS_URL', 'ALERTS_URL'];
  const parsed = parseConfig(GatewayConfig, {
    PORT: '0',
    LOG_LEVEL: 'silent',
    KAFKA_BROKERS: engines().KAFKA_BROKERS,
    CONSOLE_URL: CONSOLE,
    ...Object.fromEntries(services.map((name) => [name, UNREACHABLE])),
    ...environment,
  });
  if (!('config' in parsed)) throw new Error(parsed.faults.join('\n'));
  return startService(AppModule.with(parsed.config), parsed.config, gatewayOptions(parsed.config));
};

export type Echo = { url: string; stop: () => void };

/** A service that answers every request with an empty object. */
export const startEmptyService = async (): Promise<Echo> => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const url = await listen(server);
  return {
    url,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

import type { NestExpressApplication } from '@nestjs/platform-express';
import {
  type Answer,
  type Call,
  caller,
  eventually,
  type OwnEngines,
  startOwnEngines,
  startServiceProcess,
  startTestTokens,
} from '@portico/testkit';
import { CONSOLE, startEmptyService, startGateway } from './start-gateway.ts';

/** Maximum milliseconds to wait for a condition. A Kafka client that lost its broker reconnects slowly. */
export const SOON = 60_000;

type Report = {
  status: string;
  dependencies: Record<string, { state: string; since: string; reason?: string }>;
  warnings: Record<string, { since: string; reason: string }>;
};
export const report = async (call: Call): Promise<Report> => (await call('GET', '/health/dependencies')).body as Report;
export const ready = async (call: Call): Promise<Answer> => call('GET', '/health/ready');

export type GatewayAndService = {
  engines: OwnEngines;
  /** Calls the service through the gateway. */
  fromOutside: Call;
  /** Calls the service directly. */
  fromInside: Call;
  url: string;
  token: string;
  /** The service's last output. */
  output: () => string;
  stop: () => Promise<void>;
};

/** Starts the orgs service behind a gateway, with separate engines. The other services are stand-ins or unreachable. */
export async function startGatewayAndService(more: Record<string, string> = {}): Promise<GatewayAndService> {
  const [engines, tokens, other] = await Promise.all([
    startOwnEngines(undefined, { isDurable: true }),
    startTestTokens(),
    startEmptyService(),
  ]);
  const orgs = await startServiceProcess('orgs', {
    ...engines.environment,
    IDENTITY_URL: tokens.identityUrl,
    CONSOLE_URL: CONSOLE,
    API_URL: CONSOLE,
    SIGNING_SECRET: 'a secret that only the tests know and long enough',
  });
  const gateway: NestExpressApplication = await startGateway({
    IDENTITY_URL: tokens.identityUrl,
    ORGS_URL: orgs.url,
    INTEGRATIONS_URL: other.url,
    EVENTS_URL: other.url,
    RATE_LIMIT_PER_MINUTE: '1000000',
    RATE_LIMIT_NEW_ORGANIZATIONS_PER_MINUTE: '1000000',
    ...more,
  });
  const token = await tokens.sign();
  const url = await gateway.getUrl();
  const fromOutside = caller(url, token);
  await eventually(async () => (await fromOutside('GET', '/health/ready')).status === 200, SOON);
  return {
    engines,
    fromOutside,
    fromInside: caller(orgs.url, token),
    url,
    token,
    output: () => orgs.output(),
    stop: async () => {
      await gateway.close();
      await orgs.stop();
      await Promise.all([engines.stop(), tokens.stop()]);
      other.stop();
    },
  };
}

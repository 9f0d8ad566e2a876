import { type ServiceProcess, startServiceProcess } from '@portico/testkit';
import type { BenchStack } from './bench-stack.ts';

/** A gateway in front of the events service at `url`; no other service is asked. Environment beside that, or instead. */
export function startGateway(
  { brokers, tokens }: BenchStack,
  url: string,
  more: Record<string, string> = {},
): Promise<ServiceProcess> {
  return startServiceProcess('gateway', {
    KAFKA_BROKERS: brokers,
    IDENTITY_URL: tokens.identityUrl,
    ORGS_URL: url,
    INTEGRATIONS_URL: url,
    BILLING_URL: url,
    EVENTS_URL: url,
    ALERTS_URL: url,
    CONSOLE_URL: 'http://localhost:3000',
    RATE_LIMIT_PER_MINUTE: '1000000',
    ...more,
  });
}

/**
 * Fills a new stack with demo organizations and integrations through the public API, then publishes events like those integrations
 * would, until SIGTERM or SIGINT. With --accounts-only it only gives the demo accounts their roles.
 */
import { connectionFrom } from '@portico/kafka/connection';
import { z } from 'zod';
import { seedAccounts } from './accounts.ts';
import { DemoEnvironment } from './environment.ts';
import { signedIn } from './signed-in.ts';
import { publishTraffic, publishPast } from './traffic.ts';
import { DEMO_INTEGRATIONS } from './organizations.ts';
import { seedOrganizations } from './seed.ts';
import { seedUsage } from './usage.ts';
import { watchSources } from './watching.ts';
import { openPublisher, retryUntilEnded } from './publisher.ts';

const ending = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => ending.abort());

/** Whether purchases are paid at the stack's stand-in for Stripe. */
const hasStandIn = (process.env['STRIPE_SECRET_KEY'] ?? '') === '';

const run = async (environment: DemoEnvironment, accountsOnly: boolean, { signal }: AbortController): Promise<void> => {
  const superAdmin = await retryUntilEnded('sign-on', signal, () => signedIn(environment, 'superadmin'));
  await retryUntilEnded('accounts', signal, () => seedAccounts(superAdmin));
  if (accountsOnly) return console.log('demo: the demo accounts have their roles');

  const client = await retryUntilEnded('sign-on', signal, () => signedIn(environment, 'client'));
  await retryUntilEnded('organizations', signal, () => seedOrganizations(superAdmin, client));
  const publisher = await openPublisher(connectionFrom(process.env), signal);
  try {
    const past = await retryUntilEnded('past events', signal, () =>
      publishPast(superAdmin, publisher, DEMO_INTEGRATIONS, signal),
    );
    console.log(`demo: ${past > 0 ? `${past} past events, then ` : ''}about 2 events a second`);
    await Promise.all([
      publishTraffic(superAdmin, publisher, signal),
      retryUntilEnded('rules', signal, () => watchSources(superAdmin, client)),
      retryUntilEnded('usage', signal, () => seedUsage(superAdmin, client, hasStandIn)),
    ]);
  } finally {
    await publisher.close();
  }
};

const environment = DemoEnvironment.safeParse(process.env);
if (!environment.success) {
  console.error(`demo: ${z.prettifyError(environment.error)}`);
  process.exitCode = 1;
} else {
  await run(environment.data, process.argv.includes('--accounts-only'), ending).catch((error: unknown) => {
    if (ending.signal.aborted) return;
    console.error('demo:', error);
    process.exitCode = 1;
  });
}

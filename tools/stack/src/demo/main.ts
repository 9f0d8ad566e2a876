/**
 * Fills a new stack with demo organizations and integrations through the public API, then publishes events as those
 * integrations would, until SIGTERM or SIGINT. With --accounts-only it gives the demo accounts their roles and ends.
 */
import { connectionFrom } from '@portico/kafka/connection';
import { z } from 'zod';
import { seedAccounts } from './accounts.ts';
import { DemoEnvironment } from './environment.ts';
import { signedIn } from './signed-in.ts';
import { play, publishPast } from './traffic.ts';
import { DEMO_INTEGRATIONS } from './organizations.ts';
import { seedScene } from './seed.ts';
import { openStage, persist } from './publisher.ts';

const ending = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => ending.abort());

const run = async (environment: DemoEnvironment, accountsOnly: boolean, { signal }: AbortController): Promise<void> => {
  const superAdmin = await persist('sign-on', signal, () => signedIn(environment, 'superadmin'));
  await persist('accounts', signal, () => seedAccounts(superAdmin));
  if (accountsOnly) return console.log('demo: the demo accounts have their roles');

  const client = await persist('sign-on', signal, () => signedIn(environment, 'client'));
  await persist('organizations', signal, () => seedScene(superAdmin, client));
  const stage = await openStage(connectionFrom(process.env), signal);
  try {
    const past = await persist('past events', signal, () => publishPast(superAdmin, stage, DEMO_INTEGRATIONS, signal));
    console.log(`demo: ${past > 0 ? `${past} past events, then ` : ''}about 2 events a second`);
    await play(superAdmin, stage, signal);
  } finally {
    await stage.close();
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

import { setTimeout as sleep } from 'node:timers/promises';
import { publishDirectory, withProducer } from './publishing.ts';
import type { ServiceProcess } from '@portico/testkit';
import type { BenchStack } from './bench-stack.ts';

/** The service makes the topics and the tables; what the events belong to is published once. */
export async function prepareIngest(stack: BenchStack): Promise<void> {
  const service = await stack.startService('ingest');
  await prepareDirectory(stack, service);
  await service.stop();
}

/** What the events belong to, for a service that has started. */
export async function prepareDirectory({ kafka }: BenchStack, service: ServiceProcess): Promise<void> {
  await withProducer(kafka, publishDirectory);
  await ready(service);
}

/** Waits until a service can do its work. @throws after half a minute. */
export async function ready({ url }: ServiceProcess): Promise<void> {
  const deadline = Date.now() + 30_000;
  while ((await fetch(`${url}/health/ready`)).status !== 200) {
    if (Date.now() > deadline) throw new Error('the events service is not ready after 30 s');
    await sleep(50);
  }
}

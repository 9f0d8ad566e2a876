import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApacheKafka, type Installation } from '../apache/index.ts';
import { startBroker } from '../src/index.ts';
import { findCoordinator } from '../src/apis/find-coordinator.ts';
import { heartbeat } from '../src/apis/group-liveness.ts';
import { initProducerId } from '../src/apis/init-producer-id.ts';
import { RawClient } from '../test/raw-client.ts';
import type { Target } from './target.ts';

/** Retriable error codes: COORDINATOR_LOAD_IN_PROGRESS, COORDINATOR_NOT_AVAILABLE, NOT_COORDINATOR. */
const NOT_YET = [14, 15, 16];
const CLEANUP_MS = 2_000;

/** Settings of Apache Kafka. `embeddedOptions` below are the same settings under the embedded broker's names. */
const apacheProperties = {
  'auto.create.topics.enable': 'false',
  'group.initial.rebalance.delay.ms': '0',
  'group.min.session.timeout.ms': '100',
  'log.message.timestamp.type': 'LogAppendTime',
  'num.partitions': '1',
  'offsets.retention.check.interval.ms': String(CLEANUP_MS),
  'offsets.topic.num.partitions': '1',
};
const embeddedOptions = {
  autoCreateTopics: false,
  defaultPartitions: 1,
  minSessionTimeoutMs: 100,
  retentionIntervalMs: CLEANUP_MS,
};

export interface Brokers {
  readonly embedded: Target;
  readonly apache: Target;
  readonly installation: Installation;
  stop(): Promise<void>;
}

/** Waits until both brokers serve groups. @throws ApacheKafkaUnavailable if Java or Maven is missing. */
export async function startBrokers(): Promise<Brokers> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-conformance-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const apache = await startApacheKafka({ dataDir: join(folder, 'apache'), properties: apacheProperties });
    const embedded = await startBroker({ dataDir: join(folder, 'embedded'), port: 0, ...embeddedOptions });
    await untilGroupsAreServed(await RawClient.connect(apache.port));
    const stop = async (): Promise<void> => {
      await Promise.all([apache.kill(), embedded.close()]);
      remove();
    };
    return { apache, embedded, installation: apache.installation, stop };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Waits until groups work: Apache Kafka creates its offsets topic, and reserves producer ids, at the first request that needs them. */
export async function untilGroupsAreServed(connection: RawClient): Promise<void> {
  const deadline = performance.now() + 60_000;
  const member = { groupId: 'first', generationId: 1, memberId: 'nobody' };
  const requests = [
    () => connection.call(findCoordinator, 1, { key: member.groupId }),
    () => connection.call(heartbeat, 3, member),
    () => connection.call(initProducerId, 4, { transactionalId: null, transactionTimeoutMs: 1_000 }),
  ];
  for (const request of requests) {
    while (NOT_YET.includes((await request()).errorCode)) {
      if (performance.now() > deadline) throw new Error('Apache Kafka does not serve groups');
    }
  }
  connection.close();
}

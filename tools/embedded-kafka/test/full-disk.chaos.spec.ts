import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Kafka } from 'kafkajs';
import { initProducerId } from '../src/apis/init-producer-id.ts';
import { offsetCommit } from '../src/apis/offset-commit.ts';
import { produce } from '../src/apis/produce.ts';
import { killAll, startProcess } from './broker-process.ts';
import { RawClient, produceBody } from './raw-client.ts';
import { batch, client, consume, temporaryFolder, until } from './support.ts';

jest.setTimeout(120_000);

const LIMIT_BYTES = 4 * 1024 * 1024;
const STORAGE_ERROR = 56;

let folder = temporaryFolder();
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  killAll();
  folder.remove();
});

/** Sends numbered batches one after the other until one is rejected. Returns the error and the number of the rejected batch. */
async function produceUntilRefused(connection: RawClient, topic: string, from: number) {
  for (let next = from; ; next++) {
    const producer = { producerId: 4, producerEpoch: 0, baseSequence: next };
    const bytes = batch([`${next} ${'x'.repeat(100_000)}`], producer);
    const { responses } = await connection.call(produce, 9, produceBody({ topic }, bytes));
    const answer = responses[0]?.partitions[0];
    if (answer?.errorCode !== 0) return { errorCode: answer?.errorCode, taken: next };
    expect(answer.baseOffset).toBe(next);
  }
}

async function produceOne(connection: RawClient, topic: string, number: number): Promise<number | undefined> {
  const producer = { producerId: 4, producerEpoch: 0, baseSequence: number };
  const { responses } = await connection.call(produce, 9, produceBody({ topic }, batch([`${number} y`], producer)));
  return responses[0]?.partitions[0]?.errorCode;
}

async function createTopic(kafka: Kafka, topic: string): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic, numPartitions: 1 }] });
  await admin.disconnect();
}

async function readNumbers(kafka: Kafka, topic: string, count: number): Promise<number[]> {
  const messages = await consume(kafka, topic, count, randomUUID());
  return messages.map(({ value }) => parseInt(String(value), 10));
}

const canRun = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;
const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** Command that limits file size: the kernel stops a write in the middle, like a full disk. Only on Linux, and not as root. */
const limitFiles = ['sh', '-c', `ulimit -S -f ${LIMIT_BYTES / 512}; exec "$@"`, 'sh'];
const hasLimits = canRun('prlimit', '--version') && canRun('sh', '-c', 'ulimit -S -f 10');

/** Shell script that mounts a file system of 4 MiB in a mount namespace of its own. Needs user namespaces or root. */
const MOUNT = 'mount -t tmpfs -o size="$1" small "$2" && shift 2 && exec "$@"';
const mountSmall = (path: string): string[] => ['unshare', '-rm', 'sh', '-c', MOUNT, 'sh', String(LIMIT_BYTES), path];
const hasMounts = canRun('unshare', '-rm', 'mount', '-t', 'tmpfs', 'small', '/mnt');

const tried: string[] = [];
describe('a full disk', () => {
  if (hasLimits) {
    tried.push('limit');
    it('makes the broker reject records with a retriable error until space is free again', async () => {
      const flags = ['--data-dir', folder.path, '--port', '0'];
      const { child, output, port } = await startProcess(flags, limitFiles);
      const kafka = client(`localhost:${port}`);
      await createTopic(kafka, 'full');
      const connection = await RawClient.connect(port);
      const { errorCode, taken } = await produceUntilRefused(connection, 'full', 0);
      expect(errorCode).toBe(STORAGE_ERROR);
      expect(taken).toBeGreaterThan(10);
      await until('the broker says why', () => output.err.includes('EFBIG'));
      expect(await readNumbers(kafka, 'full', taken)).toEqual(range(taken));
      expect(canRun('prlimit', '--pid', String(child.pid), '--fsize=unlimited:unlimited')).toBe(true);
      expect(await produceOne(connection, 'full', taken)).toBe(0);
      expect(await produceOne(connection, 'full', taken)).toBe(0);
      connection.close();
      child.kill('SIGKILL');
      const again = await startProcess(flags);
      expect(await readNumbers(client(`localhost:${again.port}`), 'full', taken + 1)).toEqual(range(taken + 1));
    });
  }

  if (hasMounts) {
    tried.push('mount');
    it('makes every write fail, but allows topics to be deleted, after which writes succeed again', async () => {
      const path = join(folder.path, 'small');
      mkdirSync(path);
      const flags = ['--data-dir', path, '--port', '0'];
      const { child, output, port } = await startProcess(flags, mountSmall(path));
      const kafka = client(`localhost:${port}`);
      await createTopic(kafka, 'full');
      await createTopic(kafka, 'ballast');
      const connection = await RawClient.connect(port);
      expect(await produceOne(connection, 'full', 0)).toBe(0);
      const { errorCode } = await produceUntilRefused(connection, 'ballast', 0);
      expect(errorCode).toBe(STORAGE_ERROR);
      await until('the broker says why', () => output.err.includes('ENOSPC'));
      // Fills the disk completely, so that small writes fail too.
      let number = 1;
      while ((await produceOne(connection, 'full', number)) === 0) number++;
      const newProducer = { transactionalId: null, transactionTimeoutMs: 1 };
      expect((await connection.call(initProducerId, 4, newProducer)).errorCode).toBe(STORAGE_ERROR);
      const partitions = [{ partitionIndex: 0, committedOffset: 1, committedMetadata: 'm'.repeat(4_000) }];
      const commit = { groupId: 'g', generationId: -1, memberId: '', topics: [{ name: 'full', partitions }] };
      expect((await connection.call(offsetCommit, 8, commit)).topics[0]?.partitions[0]?.errorCode).toBe(15);
      const admin = kafka.admin();
      await admin.connect();
      await expect(admin.createTopics({ topics: [{ topic: 'more', numPartitions: 200 }] })).rejects.toThrow();
      expect(await admin.listTopics()).not.toContain('more');
      await admin.deleteTopics({ topics: ['ballast'] });
      expect(await produceOne(connection, 'full', number)).toBe(0);
      expect(await admin.createTopics({ topics: [{ topic: 'more', numPartitions: 1 }] })).toBe(true);
      await admin.disconnect();
      connection.close();
      expect(await readNumbers(kafka, 'full', number + 1)).toEqual(range(number + 1));
      expect(child.exitCode).toBeNull();
    });
  }

  it('can be tested on this machine in at least one way', () => {
    if (process.platform === 'linux') expect(tried).not.toEqual([]);
    if (tried.length < 2) process.stdout.write(`A full disk was tried by ${tried.join() || 'nothing'} alone.\n`);
  });
});

import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { killAll, startProcess, type BrokerProcess } from './broker-process.ts';
import { Random, mutate } from './mutations.ts';
import { frame, produceRaw } from './raw-client.ts';
import { validRequests } from './requests.ts';
import { batch, client, consume, temporaryFolder } from './support.ts';

const CASES = Number(process.env.PORTICO_FUZZ_CASES ?? 10_000);
const SEED = Number(process.env.PORTICO_SEED ?? 1);
const CONNECTIONS = 48;
/** Maximum time that an open request (a join, a waiting fetch) occupies its connection. */
const PATIENCE_MS = 20;
const MAX_MEMORY_MIB = 400;
/** Allowed growth of memory in MiB during the second half of the cases. By then, caches and pools have reached their limits. */
const MAX_GROWTH_MIB = 80;
const PROBE = frame(18, 0, Buffer.alloc(0), 0x7ead_beef);
const PROBE_ID = PROBE.subarray(8, 12);

jest.setTimeout(120_000 + CASES * 10);

const folder = temporaryFolder();
const topic = 'kept-apart-from-what-is-fuzzed';
let broker: BrokerProcess & { readonly port: number };
const defects: string[] = [];
beforeAll(async () => {
  broker = await startProcess(['--data-dir', folder.path, '--port', '0', '--partitions', '1', '--no-auto-create']);
  const { stderr } = broker.child;
  if (stderr === null) throw new Error('the broker has no stderr');
  createInterface({ input: stderr }).on('line', (line) => {
    if (/internal error|Error:|^\s+at /.test(line)) defects.push(line);
    broker.output.err = '';
  });
});
afterAll(() => {
  killAll();
  folder.remove();
});

function memoryMib(): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(broker.child.pid)], { encoding: 'utf8' })) / 1_024;
}

/** Sends hostile frames. Opens a new connection when the broker closes the current connection or leaves a request open. */
class Attacker {
  private socket: Socket | undefined;
  private settle: (survived: boolean) => void = () => {};

  private open(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect(broker.port, '127.0.0.1', () => {
        socket.off('error', reject);
        socket.on('error', () => {});
        resolve(socket);
      });
      socket.once('error', reject);
      socket.on('data', (chunk) => chunk.includes(PROBE_ID) && this.settle(true));
      socket.on('close', () => this.settle(false));
    });
  }

  /** Sends a hostile frame, then a valid one. Resolves when the broker answers the valid frame or closes the connection. */
  async send(bytes: Buffer): Promise<void> {
    const socket = (this.socket ??= await this.open());
    const survived = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), PATIENCE_MS);
      this.settle = (value) => {
        clearTimeout(timer);
        resolve(value);
      };
      socket.write(Buffer.concat([bytes, PROBE]));
    });
    if (!survived) this.close();
  }

  close(): void {
    this.socket?.removeAllListeners('close');
    this.socket?.destroy();
    this.socket = undefined;
  }
}

it(`the broker survives ${CASES} hostile requests (seed ${SEED})`, async () => {
  const frames = validRequests();
  const random = new Random(SEED);
  const admin = client(`localhost:${broker.port}`).admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic, numPartitions: 1 }] });
  await admin.disconnect();
  expect(await produceRaw(broker.port, { topic }, batch(['before']))).toMatchObject({ errorCode: 0 });
  let left = CASES;
  let halfwayMib: number | undefined;
  let peakMib = 0;
  const attack = async (): Promise<void> => {
    const attacker = new Attacker();
    while (left-- > 0) {
      await attacker.send(mutate(frames, random));
      if (left % 5_000 === 0) peakMib = Math.max(peakMib, memoryMib());
      if (left < CASES / 2) halfwayMib ??= memoryMib();
    }
    attacker.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, attack));
  const endMib = memoryMib();
  process.stdout.write(
    `${CASES} cases, memory ${halfwayMib?.toFixed()} MiB halfway, ${endMib.toFixed()} at the end, ${peakMib.toFixed()} at most\n`,
  );
  expect(broker.child.exitCode).toBeNull();
  expect(defects).toEqual([]);
  expect(await produceRaw(broker.port, { topic }, batch(['after']))).toMatchObject({ errorCode: 0, baseOffset: 1 });
  const read = await consume(client(`localhost:${broker.port}`), topic, 2, 'check');
  expect(read.map(({ value }) => String(value))).toEqual(['before', 'after']);
  expect(Math.max(peakMib, endMib)).toBeLessThan(MAX_MEMORY_MIB);
  expect(endMib - (halfwayMib ?? 0)).toBeLessThan(MAX_GROWTH_MIB);
});

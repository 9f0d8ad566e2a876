import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:net';
import { startBroker } from '../src/index.ts';
import { exitOf, killAll, spawnProcess, startProcess } from './broker-process.ts';
import { client, consume, startTestBroker, temporaryFolder } from './support.ts';

jest.setTimeout(30_000);

let folder = temporaryFolder();
const elsewhere = temporaryFolder();
afterAll(() => elsewhere.remove());
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  killAll();
  folder.remove();
});

/** Writes the options to a file outside the data folder, which only the broker may use. */
function securityFile(options: unknown): string {
  const file = join(elsewhere.path, 'security.json');
  writeFileSync(file, JSON.stringify(options));
  return file;
}

const spawnBroker = (...flags: string[]) => spawnProcess(['--data-dir', folder.path, ...flags]);

describe('the broker as a process', () => {
  it('listens on both loopback addresses and closes within a second', async () => {
    const { child, port } = await startProcess(['--data-dir', folder.path, '--port', '0']);
    await Promise.all(
      ['127.0.0.1', 'localhost'].map(async (host) => {
        const socket = connect(port, host);
        await once(socket, 'connect');
        socket.on('error', () => {});
      }),
    );
    const start = performance.now();
    child.kill('SIGTERM');
    expect(await exitOf(child)).toBe(0);
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  it.each<[string, RegExp, () => Promise<{ flags: string[]; undo: () => Promise<void> | void }>]>([
    [
      'a folder in use',
      /is in use by another broker/,
      async () => {
        const other = await startTestBroker(folder.path);
        return { flags: ['--port', '0'], undo: () => other.close() };
      },
    ],
    [
      'a port in use',
      /port \d+ of localhost is in use/,
      async () => {
        const elsewhere = temporaryFolder();
        const other = await startTestBroker(elsewhere.path);
        const undo = async () => (await other.close(), elsewhere.remove());
        return { flags: ['--port', String(other.port)], undo };
      },
    ],
    [
      'data of another version',
      /data format 99/,
      async () => {
        writeFileSync(join(folder.path, 'format.json'), '{"format":99,"clusterId":"x"}');
        return { flags: ['--port', '0'], undo: () => {} };
      },
    ],
    [
      'a folder with other files',
      /holds no broker data/,
      async () => {
        mkdirSync(join(folder.path, 'photos'));
        return { flags: ['--port', '0'], undo: () => {} };
      },
    ],
    [
      'a misspelled security option',
      /security\.json: sasl\.requierd is not an option/,
      async () => ({
        flags: ['--port', '0', '--security', securityFile({ sasl: { requierd: true } })],
        undo: () => {},
      }),
    ],
    [
      'a token endpoint without token verification',
      /plainTokenEndpoint needs sasl\.oauthBearer/,
      async () => {
        const sasl = { plainTokenEndpoint: 'http://localhost/token' };
        return { flags: ['--port', '0', '--security', securityFile({ sasl })], undo: () => {} };
      },
    ],
  ])('reports %s in one line', async (_, message, prepare) => {
    const { flags, undo } = await prepare();
    const { child, output } = spawnBroker(...flags);
    expect(await exitOf(child)).toBe(1);
    expect(output.err).toMatch(message);
    expect(output.err.trimEnd().split('\n')).toHaveLength(1);
    expect(output.out).toBe('');
    await undo();
  });

  it('reads the authentication settings from a file', async () => {
    const security = securityFile({ sasl: { users: { alice: 'alice-secret' }, required: true } });
    const { port } = await startProcess(['--data-dir', folder.path, '--port', '0', '--security', security]);
    const ask = async (password: string): Promise<unknown> => {
      const admin = client(`localhost:${port}`, 'test', { mechanism: 'plain', username: 'alice', password }).admin();
      await admin.connect();
      const topics = await admin.listTopics();
      await admin.disconnect();
      return topics;
    };
    expect(await ask('alice-secret')).toEqual([]);
    await expect(ask('wrong')).rejects.toMatchObject({ name: 'KafkaJSSASLAuthenticationError' });
  });

  it('keeps all data over a restart', async () => {
    const first = await startTestBroker(folder.path);
    const kafka = client(first.address);
    const [producer, admin] = [kafka.producer(), kafka.admin()];
    await Promise.all([producer.connect(), admin.connect()]);
    await admin.createTopics({ topics: [{ topic: 'kept', numPartitions: 2 }] });
    await producer.send({ topic: 'kept', messages: [{ partition: 1, value: 'x' }] });
    await consume(kafka, 'kept', 1, 'g');
    await Promise.all([producer.disconnect(), admin.disconnect()]);
    await first.close();
    const second = await startBroker({ dataDir: folder.path, port: 0 });
    const again = client(second.address).admin();
    await again.connect();
    expect(await again.fetchTopicOffsets('kept')).toMatchObject([{ high: '0' }, { high: '1' }]);
    const [committed] = await again.fetchOffsets({ groupId: 'g', topics: ['kept'] });
    expect(committed?.partitions).toContainEqual({ partition: 1, offset: '1', metadata: null });
    await again.disconnect();
    await second.close();
  });
});

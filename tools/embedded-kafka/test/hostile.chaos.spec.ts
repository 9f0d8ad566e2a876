import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Broker } from '../src/index.ts';
import { frame, produceRaw } from './raw-client.ts';
import { batch, client, exchange, startTestBroker, temporaryFolder } from './support.ts';

const folder = temporaryFolder();
const topic = 'target';
let broker: Broker;
beforeAll(async () => {
  broker = await startTestBroker(folder.path, { autoCreateTopics: false });
  const admin = client(broker.address).admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic, numPartitions: 1 }] });
  await admin.disconnect();
});
afterAll(async () => {
  await broker.close();
  folder.remove();
});

describe('an invalid request', () => {
  it.each([
    ['produces to an unknown topic', { topic: 'nowhere' }, batch(['x']), 3],
    ['produces to an unknown partition', { topic, partition: 5 }, batch(['x']), 3],
    ['produces with an unknown acks value', { topic, acks: 7 }, batch(['x']), 21],
    ['produces a record that is too large', { topic }, batch(['x'.repeat(1_100_000)]), 10],
    [
      'produces a batch with a wrong checksum',
      { topic },
      Buffer.concat([batch(['x']).subarray(0, -2), Buffer.from('zz')]),
      2,
    ],
    ['produces with an unsupported version', { topic, version: 2 }, batch(['x']), 43],
  ])('gets an error code in the response if it %s', async (_, place, records, errorCode) => {
    expect(await produceRaw(broker.port, place, records)).toMatchObject({ errorCode, baseOffset: -1 });
  });

  it('closes the connection if it produces to an unknown topic without acknowledgement', async () => {
    expect(await produceRaw(broker.port, { topic: 'nowhere', acks: 0 }, batch(['x']))).toBeUndefined();
  });

  it('gets a response that every client can read if it uses an unsupported version of ApiVersions', async () => {
    const answer = await exchange(broker.port, frame(18, 99, Buffer.alloc(0)));
    expect(answer).toEqual(Buffer.from([0, 0, 0, 7, 0, 35, 0, 0, 0, 1, 0, 18, 0, 0, 0, 4]));
  });

  it.each([
    ['a request of a known API in an unsupported version', frame(3, 99, Buffer.alloc(0))],
    ['a request of an unknown API', frame(999, 0, Buffer.alloc(0))],
    ['a frame that is too long', Buffer.from([0x7f, 0xff, 0xff, 0xff, 0, 0])],
    ['a frame of negative length', Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0])],
    ['an empty frame', Buffer.from([0, 0, 0, 0])],
    ['an array that is longer than its frame', frame(3, 1, Buffer.from([0x7f, 0xff, 0xff, 0xff]))],
  ])('closes the connection if it is %s', async (_, bytes) => {
    expect(await exchange(broker.port, bytes)).toBeUndefined();
  });
});

describe('requests', () => {
  it('are framed correctly wherever the stream is split', async () => {
    const request = frame(18, 0, Buffer.alloc(0));
    const whole = await exchange(broker.port, request);
    const socket = connect(broker.port, '127.0.0.1');
    socket.setNoDelay(true);
    await once(socket, 'connect');
    let received = Buffer.alloc(0);
    socket.on('data', (chunk) => (received = Buffer.concat([received, chunk])));
    const stream = Buffer.concat([request, request, request]);
    for (const byte of stream) await new Promise((resolve) => socket.write(Buffer.from([byte]), resolve));
    const expected = ((whole?.length ?? 0) + 4) * 3;
    while (received.length < expected) await once(socket, 'data');
    expect(received.length).toBe(expected);
    socket.destroy();
  });
});

import { describe, expect, it } from '@jest/globals';
import { encodeBatch } from '@portico/testkit/raw-kafka';
import fc from 'fast-check';
import Decoder from 'kafkajs/src/protocol/decoder.js';
import decodeByKafkajs from 'kafkajs/src/protocol/recordBatch/v0/decoder.js';
import { decodeRecordSet } from '../records/decode.ts';

const PLACE = { topic: 'integration.events.v1', partition: 2 };

describe('decodeRecordSet', () => {
  it('decodes records of a well-behaved publisher in the same way as kafkajs', async () => {
    const name = fc.stringMatching(/^[a-z_][a-z_0-9]{0,9}$/).filter((text) => text !== '__proto__');
    const bytes = fc.uint8Array({ maxLength: 30 }).map((one) => Buffer.from(one));
    const record = fc.record({
      key: fc.option(bytes),
      value: fc.option(bytes),
      headers: fc.array(fc.tuple(name, bytes), { maxLength: 6 }),
      timestampDelta: fc.integer({ min: 0, max: 10_000_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 20 }), fc.boolean(), async (records, isStamped) => {
        const encoded = await encodeBatch({ records, attributes: isStamped ? 8 : 0 });
        const expected = (await decodeByKafkajs(new Decoder(encoded))).records;
        const messages = await decodeRecordSet(encoded, PLACE);
        const plain = messages.map(({ headers, ...more }) => ({ ...more, headers: { ...headers } }));
        expect(plain).toEqual(
          expected.map(({ key, value, timestamp, offset, headers }) =>
            expect.objectContaining({ key, value, timestamp, offset, headers }),
          ),
        );
      }),
    );
  });
});

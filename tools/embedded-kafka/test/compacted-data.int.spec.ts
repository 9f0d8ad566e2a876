import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, jest } from '@jest/globals';
import { client, consume, startTestBroker, temporaryFolder } from './support.ts';

jest.setTimeout(60_000);

type StoredRecord = readonly [offset: number, key: string, value: string | null];

/**
 * A data folder from version 0.1 with a compacted topic `state`: `files` in base64 by path. Partition 0 is compacted and has gaps. In
 * partition 1, a crash interrupted the replacement of segments. In partition 2, a crash interrupted the writing of a compacted segment.
 * `partitions`: the records that version 0.1 read from the folder.
 */
const { files, partitions } = JSON.parse(readFileSync(new URL('compacted-data.json', import.meta.url), 'utf8')) as {
  files: Record<string, string>;
  partitions: { end: number; records: StoredRecord[] }[];
};

it('the broker reads every record of a data folder that version 0.1 compacted, and appends after them', async () => {
  const folder = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), Buffer.from(content, 'base64'));
  }
  // The second start reads the folder after the first start has repaired it.
  for (const appended of [1, 2]) {
    const broker = await startTestBroker(folder.path);
    const kafka = client(broker.address);
    const producer = kafka.producer();
    await producer.connect();
    const messages = partitions.map((_, partition) => ({ partition, key: 'new', value: `n${appended}` }));
    await producer.send({ topic: 'state', messages });
    await producer.disconnect();
    const read: StoredRecord[][] = partitions.map(() => []);
    const count = partitions.reduce((sum, { records }) => sum + records.length + appended, 0);
    await consume(kafka, 'state', count, `reader-${appended}`, (partition, { offset, key, value }) =>
      read[partition]?.push([Number(offset), String(key), value === null ? null : String(value)]),
    );
    const expected = partitions.map(({ end, records }) => [
      ...records,
      ...Array.from({ length: appended }, (_, index): StoredRecord => [end + index, 'new', `n${index + 1}`]),
    ]);
    expect(read).toEqual(expected);
    await broker.close();
  }
  const left = readdirSync(folder.path, { recursive: true }).map(String);
  expect(left.filter((name) => /cleaned|swap/.test(name))).toEqual([]);
  folder.remove();
});

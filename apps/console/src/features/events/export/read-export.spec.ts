import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fileName, readExport, type ExportProgress } from './read-export.ts';

/** Returns a response whose body arrives in chunks of `size` bytes. */
const answer = (text: string, size: number, headers: Record<string, string> = {}) => {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new Response(
    new ReadableStream({
      pull: (controller) => {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(at, (at += size)));
      },
    }),
    { headers },
  );
};

/** Reads the bytes of a blob, which jsdom's Blob does not provide. */
const bytesIn = (blob: Blob): Promise<number[]> => {
  const { promise, resolve } = Promise.withResolvers<number[]>();
  const reader = new FileReader();
  reader.addEventListener('load', () => {
    if (reader.result instanceof ArrayBuffer) resolve([...new Uint8Array(reader.result)]);
  });
  reader.readAsArrayBuffer(blob);
  return promise;
};

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

describe('readExport', () => {
  it('counts the rows of a CSV with any values and chunks', async () => {
    const values = fc.array(fc.array(fc.constantFrom('a', ',', '"', '\r\n', '\n', 'é'), { maxLength: 5 }));
    await fc.assert(
      fc.asyncProperty(values, fc.integer({ min: 1, max: 9 }), async (rows, size) => {
        const text = `id,message\r\n${rows.map((row, id) => `${id},${quoted(row.join(''))}\r\n`).join('')}`;
        const file = await readExport(answer(text, size), 'csv', () => undefined);
        expect(file.rows).toBe(rows.length);
        expect(file.blob.size).toBe(new TextEncoder().encode(text).length);
      }),
    );
  });

  it('reports its progress, and whether the file ends at the limit', async () => {
    const reported: ExportProgress[] = [];
    const headers = { 'x-export-rows': '3', 'x-export-limit': '3' };
    const file = await readExport(answer('{}\n{}\n{}\n', 3, headers), 'ndjson', (progress) => reported.push(progress));
    expect(reported.map(({ rows }) => rows)).toEqual([0, 1, 2, 3]);
    expect(reported.every(({ expected }) => expected === 3)).toBe(true);
    expect(file).toMatchObject({ rows: 3, isCut: true });
  });

  it('starts with a byte order mark only for Excel', async () => {
    const bytesOf = async (format: 'csv' | 'excel') => {
      const { blob, rows } = await readExport(answer('id\r\nä\r\n', 3), format, () => undefined);
      expect(rows).toBe(1);
      return (await bytesIn(blob)).slice(0, 5);
    };
    expect(await bytesOf('csv')).toEqual([0x69, 0x64, 0x0d, 0x0a, 0xc3]);
    expect(await bytesOf('excel')).toEqual([0xef, 0xbb, 0xbf, 0x69, 0x64]);
    expect(fileName('excel', new Date(0))).toBe('integration-events-1970-01-01T00-00-00.csv');
  });

  it('fails if the connection is lost', async () => {
    const broken = new Response(new ReadableStream({ start: (controller) => controller.error(new Error('gone')) }));
    await expect(readExport(broken, 'ndjson', () => undefined)).rejects.toThrow('gone');
  });
});

it('names the file by its time', () =>
  expect(fileName('csv', new Date('2026-01-02T03:04:05Z'))).toBe('integration-events-2026-01-02T03-04-05.csv'));

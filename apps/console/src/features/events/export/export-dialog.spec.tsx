import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeEvents } from '../../../testing/fake-events.ts';
import { eventAt } from '../../../testing/fixtures.ts';
import { refusalOf } from '../../../testing/refusal.ts';
import type { Answer } from '../../../testing/fake-network.ts';
import { renderConsole } from '../../../testing/render-console.tsx';

/** A response body that the test sends in pieces. */
const createFile = () => {
  let pieces: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (pieces = controller) });
  return {
    answer: () => new Response(body, { headers: { 'x-export-rows': '4', 'x-export-limit': '100000' } }),
    send: (text: string) => pieces?.enqueue(new TextEncoder().encode(text)),
    end: () => pieces?.close(),
    breakOff: () => pieces?.error(new TypeError('network error')),
  };
};

const saved: { name: string; blob: Blob }[] = [];
let last: Blob;
const { createObjectURL, revokeObjectURL } = URL;
beforeEach(() => {
  saved.length = 0;
  // jsdom cannot save files.
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) last = blob;
    return 'blob:file';
  };
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob: last });
  });
});
afterEach(() => {
  Object.assign(URL, { createObjectURL, revokeObjectURL });
  jest.restoreAllMocks();
});

const open = async (answer: Answer) => {
  const api = { ...fakeEvents([eventAt(0)]), 'GET /events/export': answer };
  const console = renderConsole({ path: '/dashboard?status=SUCCESS', usertype: 'ADMIN', api });
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  await screen.findByRole('dialog', { name: 'Export events' });
  return console;
};
const start = async () => {
  const [, button] = screen.getAllByRole('button', { name: 'Export', hidden: true });
  if (button) await userEvent.click(button);
};

describe('an export', () => {
  it('contains the filtered events, shows its progress, and is saved when complete', async () => {
    const file = createFile();
    const { calls } = await open(file.answer);
    expect(screen.getByText(/up to 100.000 rows per file/)).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'NDJSON' }));
    await start();
    expect(calls).toContain('GET /events/export?status=SUCCESS&format=ndjson');
    file.send('{"id":"1"}\n{"id":"2"}\n');
    await screen.findByText('2 of 4 rows');
    const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Export' });
    expect([bar.value, bar.max]).toEqual([2, 4]);
    file.send('{"id":"3"}\n{"id":"4"}\n');
    file.end();
    await screen.findByText('Saved 4 rows.');
    expect(saved.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^integration-events-[\d-]+T[\d-]+\.ndjson$/),
    ]);
    expect(saved[0]?.blob.size).toBe(44);
  });

  it('can be cancelled immediately and saves nothing', async () => {
    const file = createFile();
    let signal: AbortSignal | null | undefined;
    await open((_, request) => {
      ({ signal } = request);
      return file.answer();
    });
    await start();
    await screen.findByText('0 of 4 rows');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(signal?.aborted).toBe(true);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(saved).toEqual([]);
  });

  it('shows an error and saves nothing if interrupted or rejected', async () => {
    const file = createFile();
    let isRefused = false;
    await open(() => (isRefused ? refusalOf(503, 'unavailable', 'The event history is away') : file.answer()));
    await start();
    file.send('id\r\n');
    file.breakOff();
    await screen.findByText(/was lost before the file was complete/);
    isRefused = true;
    await start();
    await screen.findByText('The event history is away');
    await waitFor(() => expect(saved).toEqual([]));
  });
});

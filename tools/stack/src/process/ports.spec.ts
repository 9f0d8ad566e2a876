import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ephemeralStart, freePort, freePorts, freePortsInARow, isFree, portChooser } from './ports.ts';

it('the chosen ports of servers are free and below the range of outgoing connections', async () => {
  const ports = [await freePort(), ...(await freePorts(20)), ...(await freePortsInARow(4))];
  const [firstOutgoing = 0] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/).map(Number);
  expect(Math.max(...ports)).toBeLessThan(firstOutgoing);
  expect(Math.min(...ports)).toBeGreaterThan(10_080);
  expect(await Promise.all(ports.map(isFree))).toEqual(ports.map(() => true));
  expect(new Set(ports).size).toBe(ports.length);
});

it.each(['127.0.0.1', '::1'])('a port with a listener at %s is not free', async (host) => {
  const port = await freePort();
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  expect(await isFree(port)).toBe(false);
  server.close();
});

it('the range of outgoing connections is read from Linux, and assumed on other systems', () => {
  expect(ephemeralStart('32768\t60999\n')).toBe(32_768);
  expect(ephemeralStart('20000 65535')).toBe(20_000);
  expect(ephemeralStart('1024\t65535')).toBe(32_768);
  expect(ephemeralStart(undefined)).toBe(32_768);
  expect(ephemeralStart('')).toBe(32_768);
});

it('the port chooser returns rows of adjacent free ports, each port once, until no port is left', async () => {
  const first = 100;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
      fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 20 }),
      async (free, counts) => {
        const choose = portChooser({
          first,
          end: first + free.length,
          isFree: async (port) => free[port - first] ?? false,
        });
        const settled = await Promise.allSettled(counts.map(choose));
        const rows = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
        const given = rows.flat();
        expect(new Set(given).size).toBe(given.length);
        expect(given.every((port) => free[port - first])).toBe(true);
        for (const row of rows) expect(row).toEqual(row.map((_, index) => (row[0] ?? 0) + index));
      },
    ),
  );
});

it('the port chooser finds every free port, wherever the search begins', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }), async (free) => {
      const choose = portChooser({ first: 0, end: free.length, isFree: async (port) => free[port] ?? false });
      const wanted = free.flatMap((isOne, port) => (isOne ? [port] : []));
      const given = await Promise.all(wanted.map(() => choose(1)));
      expect(given.flat().toSorted((a, b) => a - b)).toEqual(wanted);
      await expect(choose(1)).rejects.toThrow('no free port is left');
    }),
  );
});

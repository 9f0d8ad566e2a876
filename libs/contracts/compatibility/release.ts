import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { unreadable } from './differences.ts';
import type { Contracts } from './topics.ts';

/** The file with the contracts of the last release. */
const FILE = fileURLToPath(new URL('./last-release.json', import.meta.url));

const Written = z.record(
  z.string(),
  z.object({ writers: z.enum(['product', 'publishers']), schema: z.record(z.string(), z.unknown()) }),
);

export const contractsOfLastRelease = (): Contracts => Written.parse(JSON.parse(readFileSync(FILE, 'utf8')));

export const writeRelease = (contracts: Contracts): void =>
  writeFileSync(FILE, `${JSON.stringify(contracts, null, 2)}\n`);

/**
 * Lists the incompatibilities of two releases, one line each: removed topics, and records of one release that readers of the
 * other release reject.
 */
export function broken(before: Contracts, after: Contracts): string[] {
  return Object.entries(before).flatMap(([topic, { schema, writers }]) => {
    const now = after[topic];
    if (!now) return [`${topic}: is gone, and processes of the release before read and write it`];
    const old = unreadable(now.schema, schema).map((reason) => `${topic}: records of the release before: ${reason}`);
    // A release does not change the publishers' programs, so readers of the previous release receive no records in a new format.
    if (writers === 'publishers') return old;
    const later = unreadable(schema, now.schema).map((reason) => `${topic}: readers of the release before: ${reason}`);
    return [...old, ...later];
  });
}

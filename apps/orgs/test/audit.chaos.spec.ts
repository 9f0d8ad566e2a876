import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { AuditPage, AuditVerification, ListedAuditEntry } from '@portico/contracts/http/audit';
import { type Call, eventually, read, type ServiceStack, startServiceStack } from '@portico/testkit';
import { Client } from 'pg';

jest.setTimeout(180_000);

const CRASHES = 4;
const WRITERS = 3;

describe('the audit log of a service that is killed', () => {
  let stack: ServiceStack<'orgs' | 'events'>;
  beforeAll(async () => {
    stack = await startServiceStack(['orgs', 'events'], { NEW_ORGANIZATIONS_PER_DAY: '100000' });
  });
  afterAll(() => stack?.stop());

  const organizations = async (): Promise<number[]> => {
    const client = new Client({ connectionString: `${stack.own.environment.POSTGRES_URL}/orgs` });
    await client.connect();
    try {
      return (await client.query<{ id: number }>('select id from organizations order by id')).rows.map(({ id }) => id);
    } finally {
      await client.end();
    }
  };

  const created = async (events: Call): Promise<ListedAuditEntry[]> => {
    const entries: ListedAuditEntry[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page: AuditPage = await read(events, `/audit?limit=100&action=organization.create&outcome=done${after}`);
      entries.push(...page.data);
      after = page.next === null ? null : `&after=${page.next}`;
    }
    return entries;
  };

  it('has exactly one entry for every committed change, with or without a response', async () => {
    const [orgs, events] = [await stack.as('orgs', 'ADMIN', 1), await stack.as('events', 'ADMIN', 1)];
    let isOver = false;
    let number = 0;
    const write = async (): Promise<void> => {
      while (!isOver) await orgs('POST', '/organizations', { name: `Number ${(number += 1)}` }).catch(() => undefined);
    };
    const writers = Array.from({ length: WRITERS }, write);
    for (let crash = 0; crash < CRASHES; crash += 1) {
      const before = number;
      await eventually(async () => number > before + 5, 30_000);
      await stack.crash(crash % 2 === 0 ? 'orgs' : 'events');
    }
    isOver = true;
    await Promise.all(writers);
    const made = await organizations();
    expect(made.length).toBeGreaterThan(CRASHES);
    const targetsOf = (entries: readonly ListedAuditEntry[]): string[] => entries.flatMap(({ targets }) => targets);
    const found = await eventually(async () => {
      const targets = new Set(targetsOf(await created(events)));
      return made.every((id) => targets.has(`organization:${id}`));
    }, 60_000);
    expect(found).toBe(true);
    const entries = await created(events);
    expect(targetsOf(entries).toSorted()).toEqual(made.map((id) => `organization:${id}`).toSorted());
    for (const { organization, day } of entries.slice(0, 20))
      expect(
        await read<AuditVerification>(events, `/audit/verify?day=${day}&organization=${organization}`),
      ).toMatchObject({ fault: null });
  });
});

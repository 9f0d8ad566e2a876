import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditEntry } from '@portico/contracts/events/audit';
import type { ListedAuditEntry } from '@portico/contracts/http/audit';
import { type Call, eventually, read } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { auditEntry, entriesOf, inClickHouse, listEntries, publishEntries, verifyDay } from '../support/audit-world.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const MANAGER = 70_301;
const VIEWER = 70_302;
/** Id of a user that no other test in this suite uses; the ids below are also unique. */
const DELETED = 70_303;
const ALTERED = 5_001;
const ORGANIZATION = 8_001;
const DROPPED = 5_002;
const REORDERED = 5_003;
const SECRET = 'jane-needle@example.test';

describe('the audit log', () => {
  let stack: EventsStack;
  let admin: Call;
  let manager: Call;
  let viewer: Call;
  const run = (sql: string): Promise<string> => inClickHouse(stack.clickhouseUrl, sql);
  const six = (organization: number): AuditEntry[] =>
    Array.from({ length: 6 }, (_, index) => auditEntry({ organizations: [organization], reason: `number ${index}` }));

  beforeAll(async () => {
    stack = await startEventsStack();
    await stack.start();
    const { publisher } = stack;
    await publisher.user(9, { email: 'maria@example.test' });
    await publisher.user(DELETED, { email: 'leaves@example.test' });
    await publisher.membership(20, { userId: MANAGER, organizationId: 1, role: 'manager' });
    await publisher.membership(21, { userId: VIEWER, organizationId: 1, role: 'viewer' });
    admin = await stack.furnish();
    manager = await stack.as({ id: MANAGER, email: 'manager@example.test', usertype: 'CLIENT' });
    viewer = await stack.as({ id: VIEWER, usertype: 'CLIENT' });
    await publisher.publish(
      ...[1, 1, 1].map((id) => integrationEvent({ source_id: 1, organization_id: id, details: { message: SECRET } })),
      integrationEvent({ source_id: 2, organization_id: 2, trace_id: 'ab'.repeat(16) }),
    );
    await eventually(async () => (await read<{ count: number }>(admin, '/events')).count === 4, 30_000);
  }, 90_000);
  afterAll(() => stack?.stop());

  // spec: D.74
  it('shows managers the entries of their organization, and is forbidden for users who manage none', async () => {
    const [own, foreign, both] = [
      auditEntry({ organizations: [1], address: '10.0.0.0/24' }),
      auditEntry({ organizations: [2] }),
      auditEntry({ organizations: [1, 2], shares: [3, 4], rows: 7, action: 'events.list', targets: ['x:1'] }),
    ];
    await publishEntries(stack.kafka, [own, foreign, both]);
    const all = await entriesOf(admin, '&action=events.list&actor=maria', 1);
    expect(all[0]).toMatchObject({ organizations: [1, 2], shares: [3, 4], rows: 7, organization: null });
    const seen = await entriesOf(manager, '&actor=9', 2);
    expect(seen.map(({ id }) => id).toSorted()).toEqual([own.id, both.id].toSorted());
    expect(seen.find(({ id }) => id === both.id)).toMatchObject({
      organizations: [1],
      shares: [3],
      rows: 3,
      targets: [],
    });
    expect(seen.find(({ id }) => id === own.id)).toMatchObject({ address: null });
    expect((await manager('GET', '/audit?organization=2')).status).toBe(404);
    expect((await manager('GET', '/audit/verify?day=2026-01-01')).status).toBe(403);
    for (const path of [
      '/audit',
      '/audit?organization=1',
      '/audit/export',
      '/audit/verify?day=2026-01-01&organization=1',
    ])
      expect([path, (await viewer('GET', path)).status]).toEqual([path, 403]);
  });

  it('rejects malformed queries', async () => {
    for (const query of ["action=x'y", 'target=a', 'after=1_2', 'request=%27', 'organization=0', 'from=yesterday'])
      expect([query, (await admin('GET', `/audit?${query}`)).status]).toEqual([query, 400]);
    for (const day of ['2026-1-1', "2026-01-01'"])
      expect((await admin('GET', `/audit/verify?day=${encodeURIComponent(day)}`)).status).toBe(400);
    expect(await listEntries(admin, `&actor=${encodeURIComponent("'; drop table audit")}`)).toEqual([]);
  });

  it('has one entry for a list that is read three times, without the searched text', async () => {
    for (let look = 0; look < 3; look += 1) await manager('GET', `/events?query=${encodeURIComponent(SECRET)}&limit=2`);
    const [entry, ...others] = await entriesOf(admin, `&action=events.list&actor=${MANAGER}`, 1);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ organizations: [1], question: { length: SECRET.length } });
    expect(entry?.rows).toBeGreaterThan(0);
    expect(entry?.question?.digest).toMatch(/^[\da-f]{64}$/);
    expect(await run(`SELECT count() FROM audit WHERE position(entry, '${SECRET}') > 0`)).toBe('0\n');
    expect(await run(`SELECT count() FROM audit WHERE position(entry, 'needle') > 0`)).toBe('0\n');
  });

  it('records reads of traces, exports and rejected events before the response', async () => {
    const trace = await admin('GET', `/events/traces/${'ab'.repeat(16)}`);
    const file = await admin('GET', '/events/export');
    await stack.publisher.publish({ key: '1', value: 'no JSON' });
    const { data } = await eventually(async () => {
      const found = await read<{ data: { id: string }[] }>(admin, '/events/rejected');
      return found.data.length > 0 && found;
    }, 30_000);
    const bytes = await admin('GET', `/events/rejected/${data[0]?.id}`);
    const entryOf = async ({ headers }: Awaited<ReturnType<Call>>): Promise<ListedAuditEntry | undefined> =>
      (await entriesOf(admin, `&request=${headers.get('x-request-id')}`, 1))[0];
    expect(await entryOf(trace)).toMatchObject({ action: 'trace.read', organizations: [2], rows: 1 });
    expect(await entryOf(file)).toMatchObject({
      action: 'events.export',
      organizations: [1, 2],
      shares: [3, 1],
      rows: 4,
    });
    expect(await entryOf(bytes)).toMatchObject({
      action: 'rejected-event.read',
      targets: [`rejected-event:${data[0]?.id}`],
    });
  });

  it('erases the e-mail of a deleted person, and stays verifiable', async () => {
    const actor = { kind: 'user' as const, id: DELETED, email: null, role: 'CLIENT' };
    const entry = auditEntry({ organizations: [8], actor });
    await publishEntries(stack.kafka, [entry]);
    const [named] = await entriesOf(admin, '&organization=8&actor=leaves', 1);
    expect(named?.actor.email).toBe('leaves@example.test');
    await stack.publisher.user(DELETED, { email: '', deletedAt: new Date().toISOString() });
    await eventually(
      async () => (await run(`SELECT count() FROM audit WHERE actor_email LIKE 'leaves%'`)) === '0\n',
      30_000,
    );
    await publishEntries(stack.kafka, [auditEntry({ organizations: [8], actor })]);
    const [last, first] = await entriesOf(admin, '&organization=8', 2);
    expect([last?.actor.email, first?.actor.email]).toEqual([null, null]);
    expect(await verifyDay(admin, 8, first?.day ?? '')).toMatchObject({ entries: 2, fault: null });
  });

  it("keeps entries for the number of days in the organization's setting, and reports an older day as expired", async () => {
    await stack.publisher.organization(ORGANIZATION, { auditDays: 90 });
    await publishEntries(stack.kafka, [
      auditEntry({ organizations: [ORGANIZATION] }),
      auditEntry({ organizations: [8_002] }),
    ]);
    for (const chain of [ORGANIZATION, 8_002]) await entriesOf(admin, `&organization=${chain}`, 1);
    const daysOf = (chain: number, where = 'true') =>
      run(`SELECT kept_days FROM audit WHERE chain = ${chain} AND ${where} FORMAT TSV`);
    expect([await daysOf(ORGANIZATION), await daysOf(8_002)]).toEqual(['90\n', '400\n']);
    const old = 'today() - 100';
    await run(`INSERT INTO audit (chain, day, position, entry, previous, hash, kept_days)
      SELECT chain, ${old}, 0, entry, 'of another', hash, kept_days FROM audit WHERE chain IN (${ORGANIZATION}, 8002)`);
    const day = (await run(`SELECT ${old} FORMAT TSV`)).trim();
    expect(await verifyDay(admin, ORGANIZATION, day)).toMatchObject({ fault: null });
    expect(await verifyDay(admin, 8_002, day)).toMatchObject({ isExpired: false, fault: { kind: 'altered' } });
    await run('OPTIMIZE TABLE audit FINAL');
    expect([await daysOf(ORGANIZATION, `day = ${old}`), await daysOf(8_002, `day = ${old}`)]).toEqual(['', '400\n']);
  });

  it('escapes formulas in an exported CSV file', async () => {
    await publishEntries(stack.kafka, [auditEntry({ reason: '=cmd()', organizations: [7] })]);
    await entriesOf(admin, '&organization=7', 1);
    const csv = String((await admin('GET', '/audit/export?organization=7')).body);
    expect(csv).toContain("'=cmd()");
    const lines = String((await admin('GET', '/audit/export?organization=7&format=ndjson')).body)
      .trim()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line).reason)).toEqual(['=cmd()']);
  });

  it('continues after a crash without gaps and duplicates', async () => {
    const entries = six(4_001);
    await publishEntries(stack.kafka, entries);
    await entriesOf(admin, '&organization=4001', 1);
    const service = await stack.start(0, { EVENTS_ROLES: 'ingest' });
    await service.kill();
    await publishEntries(stack.kafka, [...six(4_001), ...entries]);
    const found = await entriesOf(admin, '&organization=4001', 12);
    const positions = found.map(({ position }) => position).toSorted((a, b) => a - b);
    expect(positions).toEqual(Array.from({ length: 12 }, (_, index) => index));
    expect(await verifyDay(admin, 4_001, found[0]?.day ?? '')).toMatchObject({ entries: 12, fault: null });
  }, 60_000);

  it('reports the first entry that was altered, dropped or reordered in the database', async () => {
    await publishEntries(stack.kafka, [ALTERED, DROPPED, REORDERED].flatMap(six));
    for (const chain of [ALTERED, DROPPED, REORDERED]) await entriesOf(admin, `&organization=${chain}`, 6);
    const [first] = await listEntries(admin, `&organization=${ALTERED}`);
    const day = first?.day ?? '';
    const whole = await verifyDay(admin, ALTERED, day);
    expect(whole).toEqual({
      organization: ALTERED,
      day,
      entries: 6,
      head: expect.stringMatching(/^\w{64}$/),
      isExpired: false,
      fault: null,
    });

    const idAt = async (chain: number, position: number): Promise<string> =>
      (await run(`SELECT DISTINCT id FROM audit WHERE chain = ${chain} AND position = ${position}`)).trim();
    const third = await idAt(ALTERED, 2);
    await run(`ALTER TABLE audit UPDATE entry = replace(entry, 'number 2', 'number 7') WHERE chain = ${ALTERED}`);
    expect((await verifyDay(admin, ALTERED, day)).fault).toMatchObject({ kind: 'altered', position: 2, id: third });

    await run(`ALTER TABLE audit DELETE WHERE chain = ${DROPPED} AND position = 3`);
    expect((await verifyDay(admin, DROPPED, day)).fault).toMatchObject({ kind: 'missing', position: 3 });

    const swapped = await idAt(REORDERED, 2);
    const columns = 'chain, day, entry, previous, hash';
    const chain = `chain = ${REORDERED}`;
    await run(`CREATE TABLE swapped AS audit`);
    await run(
      `INSERT INTO swapped (${columns}, position) SELECT ${columns}, if(position = 1, 2, 1) FROM audit WHERE ${chain} AND position IN (1, 2)`,
    );
    await run(`ALTER TABLE audit DELETE WHERE ${chain} AND position IN (1, 2)`);
    await run(`INSERT INTO audit (${columns}, position) SELECT ${columns}, position FROM swapped`);
    expect((await verifyDay(admin, REORDERED, day)).fault).toMatchObject({
      kind: 'reordered',
      position: 1,
      id: swapped,
    });
  }, 60_000);
});

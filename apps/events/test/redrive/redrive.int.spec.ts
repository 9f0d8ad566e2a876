import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventList } from '@portico/contracts/http/events';
import type { Redrive } from '@portico/contracts/http/redrives';
import type { RejectedEvent } from '@portico/contracts/http/rejected-events';
import { type Call, eventually, read } from '@portico/testkit';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';
import { brokenText, MAP, post, preview, rejectMany, reportOf, runOf, start } from '../support/redrive-world.ts';

const PUBLISHER = 70_120;
const OPERATOR = 70_121;
const STRANGER = 70_122;
const MANY = 5_000;
const ids = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix} ${index}`);

describe('many rejected events', () => {
  let stack: EventsStack;
  let admin: Call;
  let publisher: Call;
  let operator: Call;
  let stranger: Call;

  beforeAll(async () => {
    stack = await startEventsStack();
    await stack.start();
    await stack.publisher.publisher(1, { userId: PUBLISHER, integrationId: 1 });
    await stack.publisher.membership(30, { userId: OPERATOR, organizationId: 1, role: 'operator' });
    await stack.publisher.membership(31, { userId: STRANGER, organizationId: 2, role: 'manager' });
    admin = await stack.furnish();
    publisher = await stack.as({ id: PUBLISHER, usertype: 'VENDOR' });
    operator = await stack.as({ id: OPERATOR, usertype: 'CLIENT' });
    stranger = await stack.as({ id: STRANGER, usertype: 'CLIENT' });
  }, 90_000);
  afterAll(() => stack?.stop());

  const ended = (call: Call, { id }: Redrive, within = 60_000): Promise<Redrive> =>
    eventually(async () => {
      const run = await runOf(call, id);
      return run.state !== 'running' && run;
    }, within);
  const counted = async (prefix: string): Promise<number> =>
    (await read<{ count: number }>(admin, `/events?where=${encodeURIComponent(`id:"${prefix}"`)}`)).count;
  const listed = async (): Promise<number> => (await read<EventList>(admin, '/events')).count;

  // spec: D.70
  it('are previewed and corrected by their publisher with unchanged ids and exact details, and are all in the report', async () => {
    const all = ids('many', MANY);
    await rejectMany(
      { stack, admin },
      'many',
      all.map((id) => brokenText(id)),
    );
    const seen = await preview(publisher, MAP, { code: 'invalid_field', pointer: '/result' });
    expect(seen).toMatchObject({
      selected: MANY,
      counts: { published: MANY, listed: 0, unchanged: 0, rejected: 0, conflict: 0 },
      left: [],
    });
    expect(seen.samples[0]?.after).toBe(seen.samples[0]?.before?.replace('"OK"', '"SUCCESS"'));
    expect(await listed()).toBe(0);

    const began = Date.now();
    const run = await start(publisher, MAP, { code: 'invalid_field', pointer: '/result', to: seen.until });
    expect(run).toMatchObject({ state: 'running', total: MANY, started_by: PUBLISHER });
    expect(await publisher('POST', '/events/redrives', { filter: { integration: 1 }, correction: MAP })).toMatchObject({
      status: 409,
    });
    const done = await ended(publisher, run);
    expect(done).toMatchObject({ state: 'done', counts: { ...seen.counts } });
    expect(Date.now() - began).toBeGreaterThan(MANY / 500 - 1);
    await eventually(async () => (await listed()) === MANY, 30_000);
    const report = await reportOf(publisher, run.id);
    expect(new Set(report.map(({ event_id }) => event_id))).toEqual(new Set(all));
    expect(report.filter(({ outcome, is_listed }) => outcome === 'published' && is_listed)).toHaveLength(MANY);
    const { body: file } = await admin('GET', '/events/export?format=ndjson');
    expect(String(file).split('"exact": 12345678901234567890.10').length - 1).toBe(MANY);

    const again = await preview(publisher, MAP);
    expect(again.counts).toEqual({ published: 0, listed: MANY, unchanged: 0, rejected: 0, conflict: 0 });
  }, 180_000);

  it('remain rejected if a correction does not help, and are counted by reason', async () => {
    const half = ids('half', 40).map((id, index) => brokenText(id, index % 2 === 0 ? 'OK' : 'UNHEARD'));
    const otherFault = brokenText('half other').replace('"trace_id":"0', '"trace_id":"x');
    const twice = [brokenText('half twice'), brokenText('half twice', 'BAD')];
    await rejectMany({ stack, admin }, 'half', [...half, otherFault, ...twice]);
    await rejectMany({ stack, admin }, 'JSON', ['no JSON at all']);
    const filter = { from: new Date(Date.now() - 60_000).toISOString(), query: 'half' };
    const seen = await preview(publisher, MAP, filter);
    expect(seen).toMatchObject({
      selected: 43,
      counts: { published: 21, listed: 0, unchanged: 20, rejected: 1, conflict: 1 },
    });
    expect(seen.left).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'invalid_field', pointer: '/trace_id', count: 1 }),
        expect.objectContaining({ code: null, reason: 'Another event of this run has the same id', count: 1 }),
      ]),
    );
    const patch = [
      { op: 'test' as const, path: '/result', value: 'OK' },
      { op: 'replace' as const, path: '/result', value: 'SUCCESS' },
    ];
    const run = await ended(publisher, await start(publisher, patch, { ...filter, to: seen.until }));
    expect(run.counts).toEqual({ published: 21, listed: 0, unchanged: 0, rejected: 1, conflict: 21 });
    await eventually(async () => (await reportOf(publisher, run.id)).filter((one) => one.is_listed).length === 22);
    expect(await counted('half twice')).toBe(1);
  }, 90_000);

  it('can be corrected in a run that is paused, resumed and aborted, even if one event is corrected meanwhile', async () => {
    const all = ids('slow', 1_500);
    await rejectMany(
      { stack, admin },
      'slow',
      all.map((id) => brokenText(id)),
    );
    const before = await listed();
    const filter = { query: 'slow' };
    const run = await start(operator, MAP, filter);
    const last = await eventually(async () => {
      const path = '/events/rejected?query=slow 1499&limit=1';
      return (await read<{ data: RejectedEvent[] }>(operator, path)).data[0];
    });
    await post(operator, `/events/redrives/${run.id}/pause`);
    await eventually(async () => (await runOf(operator, run.id)).state === 'paused');
    const single = { value: brokenText('slow 1499', 'FAILURE') };
    expect((await operator('POST', `/events/rejected/${last.id}/publish`, single)).status).toBe(200);
    expect((await operator('POST', `/events/redrives/${run.id}/pause`)).status).toBe(409);
    expect((await operator('POST', '/events/redrives', { filter: { integration: 1 }, correction: MAP })).status).toBe(
      409,
    );
    expect((await post<Redrive>(publisher, `/events/redrives/${run.id}/resume`)).state).toBe('running');
    const done = await ended(operator, run);
    expect(done).toMatchObject({ state: 'done', counts: { published: 1_499, listed: 1 } });
    await eventually(async () => (await listed()) === before + 1_500, 30_000);

    await rejectMany(
      { stack, admin },
      'ended',
      ids('ended', 1_500).map((id) => brokenText(id)),
    );
    const other = await start(publisher, MAP, { query: 'ended' });
    await eventually(async () => (await runOf(publisher, other.id)).counts.published > 0);
    expect((await post<Redrive>(publisher, `/events/redrives/${other.id}/abort`)).state).toBe('aborted');
    const { counts } = await eventually(async () => {
      const [one, report] = [await runOf(publisher, other.id), await reportOf(publisher, other.id)];
      return (
        report.every(({ outcome, is_listed }) => outcome === 'published' && is_listed) &&
        report.length === one.counts.published &&
        one
      );
    }, 30_000);
    expect(counts.published).toBeLessThan(1_500);
    await eventually(async () => (await listed()) === before + 1_500 + counts.published, 30_000);
    expect((await publisher('POST', `/events/redrives/${other.id}/resume`)).status).toBe(409);
  }, 180_000);

  // spec: D.70
  it('cannot be corrected by users of other organizations', async () => {
    const request = { filter: { integration: 1 }, correction: MAP };
    for (const path of ['/events/redrives', '/events/redrives/preview'])
      expect((await stranger('POST', path, request)).status).toBe(404);
    const runs = await read<{ data: Redrive[]; count: number }>(publisher, '/events/redrives');
    expect(runs.count).toBeGreaterThan(2);
    expect(await read(stranger, '/events/redrives')).toEqual({ data: [], count: 0 });
    const id = runs.data[0]?.id ?? '';
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/report'],
      ['POST', '/pause'],
      ['POST', '/resume'],
      ['POST', '/abort'],
    ])
      expect((await stranger(method ?? '', `/events/redrives/${id}${path}`)).status).toBe(404);
  });

  it('from the shared topic can be corrected only by administrators', async () => {
    await stack.publisher.publish({ key: '1', value: brokenText('shared one') });
    await eventually(
      async () => (await read<{ count: number }>(admin, '/events/rejected?query=shared one')).count === 1,
    );
    const filter = { query: 'shared one' };
    expect((await preview(operator, MAP, filter)).selected).toBe(0);
    const run = await ended(admin, await start(admin, MAP, filter));
    expect(run.counts.published).toBe(1);
    expect((await operator('GET', `/events/redrives/${run.id}`)).status).toBe(404);
  });

  it('are published unchanged if the cause of the rejection was not in the events', async () => {
    const { publisher: outside } = stack;
    await outside.integration(1, { name: 'payroll', active: false });
    const all = ids('inactive', 20);
    await rejectMany(
      { stack, admin },
      'inactive',
      all.map((id) => brokenText(id, 'SUCCESS')),
    );
    const before = await listed();
    const filter = { code: 'inactive_integration', query: 'inactive ' };
    expect((await preview(publisher, [], filter)).counts).toMatchObject({ published: 0, rejected: 20 });
    await outside.integration(1, { name: 'payroll' });
    await eventually(async () => (await preview(publisher, [], filter)).counts.published === 20);
    const run = await ended(publisher, await start(publisher, [], filter));
    expect(run.counts).toMatchObject({ published: 20, unchanged: 0 });
    await eventually(async () => (await listed()) === before + 20, 30_000);
  }, 90_000);

  it('from the shared topic are published for an administrator even if their integration does not accept this topic', async () => {
    const { publisher: outside } = stack;
    await outside.integration(1, { name: 'payroll', trust: 'enforce' });
    const value = brokenText('vouched for', 'SUCCESS');
    const rejected = await eventually(async () => {
      await outside.publish({ key: '1', value });
      const path = '/events/rejected?code=use_your_own_door&query=vouched for&limit=1';
      return (await read<{ data: RejectedEvent[] }>(admin, path)).data[0];
    });
    expect((await publisher('GET', `/events/rejected/${rejected.id}`)).status).toBe(404);
    const filter = { code: 'use_your_own_door', query: 'vouched for' };
    expect((await preview(publisher, [], filter)).selected).toBe(0);
    const run = await ended(admin, await start(admin, [], filter));
    expect(run.counts.published).toBe(1);
    await eventually(async () => (await counted('vouched for')) === 1, 30_000);
    await outside.integration(1, { name: 'payroll' });
  }, 90_000);

  it('are no longer corrected after the user who started the run loses the right', async () => {
    await rejectMany(
      { stack, admin },
      'right',
      ids('right', 2_000).map((id) => brokenText(id)),
    );
    const run = await start(operator, MAP, { query: 'right' });
    await stack.publisher.membership(30, { userId: OPERATOR, organizationId: 1, role: 'viewer' });
    const paused = await ended(admin, run);
    expect(paused).toMatchObject({ state: 'paused', reason: 'The initiator may no longer correct these events' });
    expect(paused.counts.published).toBeLessThan(2_000);
    expect((await operator('GET', `/events/redrives/${run.id}`)).status).toBe(404);
    await post(admin, `/events/redrives/${run.id}/abort`);
  }, 90_000);

  it.each([
    [[{ op: 'replace', path: '/id', value: 'x' }]],
    [[{ op: 'add', path: '/details/n', value: 2 ** 60 }]],
    [{ pointer: 'result', values: {} }],
  ])('are not previewed with the invalid correction %j', async (correction) => {
    const answer = await publisher('POST', '/events/redrives/preview', { filter: { integration: 1 }, correction });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });
});

// product: own, because the suite opens the data folders of earlier versions.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { EventList } from '@portico/contracts/http/events';
import { type Call, eventually } from '@portico/testkit';
import { callAs } from '@portico/testkit/product/signed-in';
import { connectOutsider, eventOf, type Outsider } from '../src/outsider.ts';
import { freePorts, type Stack, startStack } from '@portico/testkit/product/stack';
import { aheadOfTime, brokerTime } from '../src/upgrade/broker-time.ts';
import { type Answers, send } from '../src/upgrade/fixture-content.ts';
import { fixtureNames, KEEP_EVENTS, openFixture } from '../src/upgrade/fixtures.ts';

/** The first start builds missing parts, which takes time. */
jest.setTimeout(300_000);
const TIMEOUT_MS = 60_000;

type Rejected = { data: { id: string; rejection: unknown }[]; count: number };

/** Renames refused events to rejected events. The fixture of 0.1.0 still uses the earlier name. */
const withTodaysNames = (answers: Answers): Answers =>
  JSON.parse(
    JSON.stringify(answers).replaceAll('/events/refused', '/events/rejected').replaceAll('"refusal":', '"rejection":'),
  ) as Answers;

/** Removes the unverified organization of events without an integration, which earlier versions returned. */
const withoutClaims = (answers: Answers): Answers =>
  JSON.parse(JSON.stringify(answers), (_, value: unknown) => {
    const isClaim = typeof value === 'object' && value !== null && 'integration_id' in value;
    return isClaim && value.integration_id === null ? { ...value, organization: null } : value;
  }) as Answers;

describe.each(await fixtureNames())('the data folder of version %s', (name) => {
  let dataDir: string;
  let answers: Answers;
  let stack: Stack;
  let admin: Call;
  let outsider: Outsider;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portico-e2e-'));
    answers = withTodaysNames(withoutClaims(await openFixture(name, dataDir)));
    stack = await startStack(dataDir, await freePorts(), ['--no-demo'], {
      environment: { ...aheadOfTime, ...KEEP_EVENTS },
    });
    admin = await callAs(stack, 'admin');
    outsider = await connectOutsider(stack);
  });
  afterAll(async () => {
    await outsider?.close();
    await stack?.stop();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });

  const listed = (): Promise<EventList> => send(admin, 'GET', '/events?limit=100');
  const rejected = (): Promise<Rejected> => send(admin, 'GET', '/events/rejected?limit=100');

  it('opens, and the API returns the same responses that the old version returned', async () => {
    for (const [path, answer] of Object.entries(answers)) {
      // Retries, because names arrive from Kafka some moments after the start.
      await eventually(
        async () => (expect(await send(admin, 'GET', path)).toMatchObject(answer as object), true),
        TIMEOUT_MS,
      );
    }
  });

  it('lists the rejected events with their reasons, including corrected events', async () => {
    const before = answers['/events/rejected?limit=100'] as Rejected;
    expect(await rejected()).toEqual(before);
    expect(new Set(before.data.map((event) => JSON.stringify(event).includes('"isListed":true'))).size).toBe(2);
  });

  it('accepts new events, rejects new invalid events, and never stores an old event twice', async () => {
    const before = answers['/events?limit=100'] as EventList;
    const rejectedBefore = await rejected();
    const [old] = before.data;
    if (!old) throw new Error('the fixture has no events');
    const integration = { id: old.source_id, organizationId: old.organization_id };
    const newEvent = (changes: Partial<IntegrationEvent> = {}): IntegrationEvent =>
      eventOf(integration, { timestamp: new Date(brokerTime()).toISOString(), ...changes });
    const added = [newEvent(), newEvent()];
    const wrong = newEvent({ source_id: 999_999 });
    const reused = newEvent({ id: old.id });
    await outsider.publish(...added, reused, wrong);
    // Each partition is read in order, so the last published event appears last.
    await eventually(async () => (await rejected()).count > rejectedBefore.count + 1, TIMEOUT_MS);
    const last = newEvent();
    await outsider.publish(last);
    await eventually(async () => (await listed()).data.some(({ id }) => id === last.id), TIMEOUT_MS);

    const now = await listed();
    expect(now.count).toBe(before.count + 3);
    expect(now.data.map(({ id }) => id).toSorted()).toEqual(
      [...before.data, ...added, last].map(({ id }) => id).toSorted(),
    );
    const { data, count } = await rejected();
    expect(count).toBe(rejectedBefore.count + 2);
    expect(new Set(data.map(({ id }) => id)).size).toBe(count);
    expect(JSON.stringify(data)).toContain(wrong.id);
    expect(data.filter((event) => JSON.stringify(event).includes('id_reused'))).toHaveLength(1);
  });
});

import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type EventUsage, MAX_USAGE_QUESTIONS, type MeterQuestion } from '@portico/contracts/http/event-usage';
import type { EventList } from '@portico/contracts/http/events';
import { type Call, eventually, read } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { proxyClickHouse } from '../support/clickhouse-proxy.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const FROM = '2026-01-01T00:00:00.000Z';
const ROWS = /(max_rows_to_read) = 20+\b/;
const BYTES = /(max_result_bytes) = \d+/;
const ALL: MeterQuestion = { where: '', measure: 'events' };
const REFUSED: MeterQuestion = { where: '(', measure: 'events' };
const ACCOUNTS: MeterQuestion = { where: '', measure: 'distinct', field: 'account' };
const AMOUNTS: MeterQuestion = { where: 'status:SUCCESS', measure: 'sum', field: 'amount' };

jest.setTimeout(60_000);

describe('used counts', () => {
  let stack: EventsStack;
  let clickhouse: Awaited<ReturnType<typeof proxyClickHouse>>;
  let [admin, member]: Call[] = [];
  let refusals = 0;
  let bound = ROWS;
  let statements: string[] = [];

  const send = (call: Call | undefined, body: object) => (call as Call)('POST', '/events/usage', body);
  const range = (changes: object = {}): object => ({
    arrivedFrom: FROM,
    arrivedTo: new Date().toISOString(),
    ...changes,
  });
  const ask = async (questions: readonly MeterQuestion[], changes?: object, call = admin): Promise<EventUsage> =>
    (await send(call, { ...range(changes), questions })).body as EventUsage;
  const counts = ({ answers }: EventUsage) =>
    answers.map(({ data }) => data.map(({ organizationId, value, events }) => [organizationId, value, events]));

  beforeAll(async () => {
    clickhouse = await proxyClickHouse(({ sql, pass }) => {
      if (sql.includes('AS questions') || sql.includes('SELECT kafka_partition, max(')) statements.push(sql);
      if (bound.test(sql) && refusals > 0) {
        refusals -= 1;
        pass(sql.replace(bound, '$1 = 1'));
      } else pass();
    });
    stack = await startEventsStack(clickhouse.url);
    await stack.start();
    admin = await stack.furnish();
    member = await stack.as({ id: 5, usertype: 'CLIENT' });
    const paid = (id: string, details: object, changes: object = {}) =>
      integrationEvent({ id, details: { message: 'Paid', ...details }, ...changes });
    await stack.publisher.publish(
      paid('1', { account: 'x', amount: 0.1 }),
      paid('2', { account: 'y', amount: '0.2' }),
      paid('3', { account: 'x', amount: 5 }, { result: 'FAILURE' }),
      paid('4', { account: null }, { source_id: 2, organization_id: 2, result: 'FAILURE' }),
    );
    await eventually(async () => (await read<EventList>(admin as Call, '/events?limit=4')).count === 4);
    const stored = Date.now();
    await eventually(async () => Date.parse((await ask([ALL])).countedTo) > stored, 30_000);
  }, 120_000);
  afterAll(async () => {
    await stack?.stop();
    clickhouse?.stop();
  });

  it('answer all questions with one statement if the caller adds up consecutive ranges', async () => {
    for (const copies of [1, 4]) {
      statements = [];
      const questions = Array.from({ length: copies }, () => [ALL, ACCOUNTS, AMOUNTS]).flat();
      const expected = [
        [
          [1, '3', 3],
          [2, '1', 1],
        ],
        [
          [1, '2', 3],
          [2, '0', 1],
        ],
        [[1, '0.3', 2]],
      ];
      const all = Array.from({ length: copies }, () => expected).flat();
      expect(counts(await ask(questions, { adding: true }))).toEqual(all);
      // The second statement reads the stored positions.
      expect(statements).toHaveLength(2);
      expect(counts(await ask(questions))).toEqual(all);
    }
  });

  it('are returned for the valid questions of a request with an invalid question', async () => {
    const { answers } = await ask([REFUSED, ALL]);
    expect(answers).toMatchObject([{ data: [], refused: expect.stringMatching(/./) }, { data: [{}, {}] }]);
    expect(answers[1]).not.toHaveProperty('refused');
    expect((await ask([REFUSED])).answers).toMatchObject([{ refused: expect.stringMatching(/./) }]);
  });

  it('contain the hashes of distinct values if the caller adds up consecutive ranges', async () => {
    const values = async (where: string): Promise<string[]> => {
      const { answers } = await ask([{ ...ACCOUNTS, where }], { adding: true, organizations: [1] });
      return answers[0]?.data[0]?.values ?? [];
    };
    const [all, paid, failed] = [await values(''), await values('status:SUCCESS'), await values('status:FAILURE')];
    expect([all.length, failed.length]).toEqual([2, 1]);
    expect(all.toSorted()).toEqual(paid.toSorted());
    expect(all).toEqual(expect.arrayContaining(failed));
    expect(all.every((hash) => /^[0-9A-F]{32}$/.test(hash))).toBe(true);
  });

  it('cover only the first part of a range with too many events if the caller adds up consecutive ranges', async () => {
    const { answers, countedTo } = await ask([ALL]);
    refusals = 1;
    expect((await ask([ALL, AMOUNTS])).answers).toMatchObject([
      { refused: expect.stringMatching(/^Too many/) },
      { data: [{}] },
    ]);
    refusals = 3;
    const first = await ask([ALL], { adding: true, arrivedTo: countedTo });
    const eighth = (Date.parse(countedTo) - Date.parse(FROM)) / 8;
    expect(Math.abs(Date.parse(first.countedTo) - Date.parse(FROM) - eighth)).toBeLessThan(3);
    const rest = await ask([ALL], { adding: true, arrivedFrom: first.countedTo, arrivedTo: countedTo });
    const eventsOf = (all: EventUsage[]): number =>
      all.flatMap((one) => one.answers[0]?.data ?? []).reduce((sum, { events }) => sum + events, 0);
    expect(eventsOf([first, rest])).toBe(eventsOf([{ answers, countedTo }]));
  });

  it('cover only the first half of a range with too many distinct values if the caller adds up consecutive ranges', async () => {
    const questions = Array.from({ length: MAX_USAGE_QUESTIONS }, () => ACCOUNTS);
    const { countedTo } = await ask([ALL]);
    bound = BYTES;
    refusals = 1;
    const first = await ask(questions, { adding: true, arrivedTo: countedTo });
    bound = ROWS;
    expect(refusals).toBe(0);
    const half = (Date.parse(countedTo) - Date.parse(FROM)) / 2;
    expect(Math.abs(Date.parse(first.countedTo) - Date.parse(FROM) - half)).toBeLessThan(3);
    statements = [];
    const rest = await ask(questions, { adding: true, arrivedFrom: first.countedTo, arrivedTo: countedTo });
    // The bound grows with the number of questions, because each question lists its own values.
    expect(statements.join()).toContain('max_result_bytes = 1600000');
    statements = [];
    const arrivedTo = new Date(Date.parse(FROM) + 1).toISOString();
    expect((await ask(questions, { adding: true, arrivedTo })).countedTo).toBe(arrivedTo);
    expect(statements.join()).not.toContain('max_result_bytes');
    expect(rest.answers.map(({ data }) => data[0]?.values?.length)).toEqual(questions.map(() => 2));
  });

  it('cover the organizations that the caller may see', async () => {
    expect(counts(await ask([ALL, ACCOUNTS], {}, member))).toEqual([[[1, '3', 3]], [[1, '2', 3]]]);
    expect(counts(await ask([ALL], { organizations: [2] }, member))).toEqual([[]]);
  });

  it.each([
    ['no questions', { questions: [] }],
    ['too many questions', { questions: Array.from({ length: MAX_USAGE_QUESTIONS + 1 }, () => ALL) }],
    ['a sum without a field', { questions: [{ where: '', measure: 'sum' }] }],
    ['an invalid time', { questions: [ALL], arrivedTo: 'soon' }],
  ])('are rejected for a request with %s', async (_, body) => {
    expect((await send(admin, { ...range(), ...body })).status).toBe(400);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { eventually, LiveViewer } from '@portico/testkit';
import fc from 'fast-check';
import { integrationEvent } from '@portico/testkit/integration-event';
import { survivesParsing } from '@portico/contracts/common/json-text';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

jest.setTimeout(120_000);

let stack: EventsStack;
let token: string;
let viewer: LiveViewer;

beforeAll(async () => {
  stack = await startEventsStack();
  const service = await stack.start();
  await stack.publisher.organization(1, { name: 'Acme' });
  await stack.publisher.integration(1, { name: 'payroll' });
  token = await stack.tokens.sign();
  await eventually(async () => (await text('/events')).includes('payroll'), 60_000);
  viewer = await new LiveViewer(service.url, token).open();
}, 120_000);
afterAll(async () => {
  viewer?.close();
  await stack?.stop();
});

/** Returns the raw response, because a parser would change the texts that this test compares. */
const text = async (path: string): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${stack.port()}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return answer.text();
};

const space = fc.stringMatching(/^[ \t\n\r]{0,2}$/);
const number = fc.oneof(
  fc.stringMatching(/^-?(0|[1-9]\d{0,30})(\.\d{1,30})?([eE][+-]?\d{1,3})?$/),
  fc.constantFrom('9007199254740993', '12345678901234567890', '1e400', '-0', '1.0', '0.1e-7'),
);
const quoted = fc.oneof(
  fc.string({ unit: 'binary' }).map((value) => JSON.stringify(value)),
  fc.constantFrom(String.raw`"\u0041\/"`, String.raw`"\ud83d"`, String.raw`"{\"details\":[]}\\"`),
);
const name = fc.oneof(quoted, fc.constantFrom('"__proto__"', '"2"', '"1"', '"details"', '"constructor"'));
const { value: json } = fc.letrec<{ value: string; members: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    number,
    quoted,
    fc.constantFrom('true', 'false', 'null'),
    fc.tuple(space, fc.array(tie('value'), { maxLength: 3 })).map(([gap, items]) => `[${gap}${items.join(`${gap},`)}]`),
    tie('members').map((members) => `{${members}}`),
  ),
  members: fc
    .tuple(space, fc.array(fc.tuple(name, tie('value')), { maxLength: 3 }))
    .map(([gap, all]) => gap + all.map(([key, value]) => `${key}${gap}:${value}`).join(`${gap},`)),
}));
const others = fc.array(fc.tuple(name, json), { maxLength: 4 });

const ways = {
  plain: (event: string) => ({ value: event }),
  structured: (event: string) => ({
    value: `{"specversion":"1.0","id":"x","source":"/s","data":{},"type":"portico.integration-event.v1", "data" : ${event}}`,
  }),
  binary: (event: string) => ({
    value: event,
    headers: { ce_specversion: '1.0', ce_id: 'x', ce_source: '/s', ce_type: 'portico.integration-event.v1' },
  }),
};

it('the list, the trace, the export and live frames return details unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(others, fc.constantFrom(...Object.values(ways))), { minLength: 60, maxLength: 60 }),
      async (all) => {
        const trace = randomUUID().replaceAll('-', '');
        const published = all.map(([members, way]) => {
          const { details: _, ...event } = integrationEvent({ trace_id: trace });
          const own = members.map(([key, value]) => `${key} : ${value}`);
          const details = `{${[...own, `"message":"${event.id}"`].join(', ')}}`;
          return {
            id: event.id,
            details,
            message: way(`${JSON.stringify(event).slice(0, -1)},"details":1,"det\\u0061ils":${details} }`),
          };
        });
        await stack.publisher.publish(...published.map(({ message }) => message));
        const list = await eventually(async () => {
          const answer = await text(`/events?limit=100&trace=${trace}`);
          return (JSON.parse(answer) as { count: number }).count === all.length && answer;
        }, 30_000);
        const answers = [list, await text(`/events/traces/${trace}`)];
        const file = await text(`/events/export?format=ndjson&trace=${trace}`);
        for (const { details } of published) {
          for (const answer of answers) expect(answer).toContain(`"details":${details}}`);
          expect(file).toContain(`"details":${details.replaceAll(/[\n\r]+/g, ' ')}}`);
        }
        for (const line of file.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ trace_id: trace });
        await eventually(() => published.every(({ id }) => viewer.rows.has(id)), 30_000);
        for (const { id, details } of published) {
          const row = viewer.rows.get(id);
          expect(row?.stored_at).toBeNull();
          expect(row?.details_text ?? details).toBe(details);
          expect(row?.details_text === undefined).toBe(survivesParsing(details));
        }
      },
    ),
    { numRuns: 4, endOnFailure: true },
  );
});

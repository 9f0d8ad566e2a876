import * as redrives from '@portico/contracts/http/redrives';
import * as rejected from '@portico/contracts/http/rejected-events';
import type { RejectedTally } from '@portico/contracts/live';
import { sliceOf } from '../fake-rows.ts';
import { causeOf, rejectedOf } from '../rejected-event.ts';
import { notFound } from './fake-table.ts';
import { uncorrectedOf } from '../trouble.ts';
import { answering, type TypedAnswer } from './typed-answers.ts';

const VALUE = JSON.stringify({ id: 'evt-1', source_id: 7, result: 'PERHAPS', details: { message: 'Ran' } }, null, 2);

const COUNT = 12;
export const rejectedTally: RejectedTally = { count: COUNT, last_at: new Date().toISOString() };

/** Every correction is accepted. */
export const fakeRejected = (): TypedAnswer[] => {
  const rows = Array.from({ length: COUNT }, (_, index) =>
    rejectedOf(COUNT - index, { published_at: new Date(Date.now() - index * 3_600_000).toISOString() }),
  );
  const find = (id: string) => rows.find((row) => row.id === id);
  return [
    answering(rejected.listRejectedEvents, ({ query }) => sliceOf(rows, query)),
    answering(rejected.listRejectionCauses, () => ({
      data: [
        causeOf({
          count: rows.length,
          first_at: rows.at(-1)?.published_at ?? '',
          last_at: rows[0]?.published_at ?? '',
        }),
      ],
      count: 1,
    })),
    answering(rejected.summarizeRejectedEvents, () => ({
      data: [
        {
          integration_id: 7,
          integration: 'payroll',
          organization: 'Northwind',
          count: rows.length,
          reasons: [{ code: 'invalid_field' as const, count: rows.length }],
          last_at: rows[0]?.published_at ?? '',
          days: Array.from({ length: rejected.REJECTED_DAYS }, (_, day) => (day < 29 ? day % 3 : rows.length)),
        },
      ],
    })),
    answering(rejected.listUncorrected, () => ({
      data: [
        uncorrectedOf(7, { integration: 'payroll', count: rows.filter(({ isListed }) => !isListed).length }),
      ].filter(({ count }) => count > 0),
    })),
    answering(redrives.listRedrives, () => ({ data: [], count: 0 })),
    answering(rejected.getRejectedEvent, ({ idText }) => {
      const row = find(idText);
      const record = { topic: 'integration.events.v1', key: '7', headers: {}, isText: true, isWhole: true };
      return row ? { ...row, ...record, value: VALUE, base64: btoa(VALUE) } : notFound();
    }),
    answering(rejected.republishEvent, ({ idText }) => {
      const row = find(idText);
      if (!row) return notFound();
      row.isListed = true;
      return { event_id: row.event_id ?? '', position: { partition: 0, offset: 99 } };
    }),
  ];
};

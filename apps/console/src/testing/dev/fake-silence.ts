import * as silence from '@portico/contracts/http/silence';
import { userOf } from '../fixtures.ts';
import { ago } from '../health.ts';
import { livenessOf, silenceOf } from '../silence.ts';
import { answering, type TypedAnswer } from './typed-answers.ts';

const changeOf = (id: number): Partial<silence.Liveness> => {
  if (id === 3) return { state: 'quiet', lastArrivalAt: ago(5 * 60), expected: 12 };
  if (id === 5) return { integration: 'Banking', state: 'silent', lastArrivalAt: ago(26 * 60), expected: 31.4 };
  return {};
};

/** One integration in state `quiet` and one in state `silent`. Changes last until a reload. */
export const fakeSilence = (): TypedAnswer[] => {
  const rows = new Map<number, silence.Silence>();
  const rowOf = (id: number): silence.Silence => {
    const row = rows.get(id) ?? silenceOf(id, changeOf(id));
    rows.set(id, row);
    return row;
  };
  return [
    answering(silence.listSilence, ({ query }) => {
      const ids = query.get('integrations')?.split(',').map(Number);
      const all = (ids ?? [5, 3]).map((id) => livenessOf(id, rowOf(id)));
      return { data: ids ? all : all.filter(({ state }) => state === 'quiet' || state === 'silent') };
    }),
    answering(silence.getSilence, ({ id }) => rowOf(id)),
    answering(silence.updateSilence, ({ id, body }) => {
      const row = rowOf(id);
      const { expectation = row.expectation, zone = row.zone, pausedUntil = row.pausedUntil, isNormal, forget } = body;
      const period = { from: row.lastArrivalAt ?? ago(60), to: ago(0), at: ago(0), by: userOf('ADMIN').name };
      const periods = row.normal.filter(({ from }) => !forget.includes(from));
      const state = expectation.kind === 'off' ? 'off' : pausedUntil === null ? 'regular' : 'paused';
      const normal = isNormal ? [period, ...periods] : periods;
      const next = { ...row, expectation, zone, pausedUntil, normal, state, version: row.version + 1 } as const;
      rows.set(id, next);
      return next;
    }),
  ];
};

import { MAX_NORMAL, type SilenceUpdate } from '@portico/contracts/http/silence';
import { Problem } from '@portico/service';
import { cronFault } from '../policy/cron.ts';
import { withNormal } from './model/learn.ts';
import { weekIn } from './model/week.ts';
import { keepLearned } from './silence-learner.ts';
import type { Silence } from './silence.entity.ts';
import { learnedOf, toSpan, toStoredSpan } from './watched.ts';

const fault = (pointer: string, message: string): Problem =>
  new Problem('validation_failed', message, [{ pointer, message }]);

/** @throws Problem `validation_failed` for values that no row can store. */
export function checkUpdate({ expectation, pausedUntil }: SilenceUpdate, now: number): void {
  if (expectation?.kind === 'cron') {
    const wrong = cronFault(expectation.cron, expectation.zone);
    if (wrong !== null) throw fault('/expectation/cron', `Cron should be five fields as in 0 3 * * 1-5: ${wrong}`);
  }
  if (pausedUntil && Date.parse(pausedUntil) <= now)
    throw fault('/pausedUntil', 'Paused until should be in the future');
}

/** The gap that a user marks as normal: the current one, or the last silence if it is over. */
function gapOf({ state, lastArrivalAt, unusual }: Silence, now: number) {
  if (!lastArrivalAt) throw fault('/isNormal', 'Is normal should be said of an integration that has sent something');
  const last = unusual.at(-1);
  if (state !== 'silent' && state !== 'quiet' && last) return toSpan(last);
  return { from: lastArrivalAt.getTime(), to: now };
}

function noteNormal(row: Silence, by: number, now: number): void {
  if (row.expectation.kind !== 'learned')
    throw fault('/isNormal', 'Is normal should be said of what is learned: change what is expected instead');
  const gap = gapOf(row, now);
  const told = { ...toStoredSpan(gap), at: new Date(now).toISOString(), by };
  row.normal = [...row.normal, told].slice(-MAX_NORMAL);
  row.unusual = row.unusual.filter(({ from }) => from !== told.from);
  const learned = learnedOf(row);
  if (learned) keepLearned(row, withNormal(learned, weekIn(row.zone), [gap]));
}

/** Changes a locked row and updates its state. */
export function applyUpdate(row: Silence, update: SilenceUpdate, { by, now }: { by: number; now: number }): void {
  const { expectation, zone, pausedUntil, isNormal, forget } = update;
  if (isNormal) noteNormal(row, by, now);
  if (forget.length > 0) {
    const moments = new Set(forget.map((moment) => Date.parse(moment)));
    row.normal = row.normal.filter(({ from }) => !moments.has(Date.parse(from)));
    row.relearnAt = new Date(now);
  }
  if (zone !== undefined && zone !== row.zone) {
    row.zone = zone;
    row.relearnAt = new Date(now);
  }
  if (expectation !== undefined) row.expectation = expectation;
  if (pausedUntil !== undefined) row.pausedUntil = pausedUntil === null ? null : new Date(pausedUntil);
  // A new expectation counts from now.
  if (expectation !== undefined || pausedUntil !== undefined) row.countedFrom = new Date(now);
}

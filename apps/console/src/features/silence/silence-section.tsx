import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Silence, Expectation } from '@portico/contracts/http/silence';
import { Button, formatTime, formatDuration, Row } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { agoText, useNow } from '../../shared/health/ago.tsx';
import { RowButton } from '../../shared/lists/row-button.tsx';
import { MaintenanceMark } from '../../shared/maintenance/maintenance-mark.tsx';
import { tellFailure } from '../../shared/messages/toasts.ts';
import { eventsText, missedText, shortMoment } from '../../shared/silence/silence-words.ts';
import { HeatMap, MIN_RATE } from './heat-map.tsx';
import { MissedActions } from './missed-actions.tsx';
import { silenceQuery, useSilenceUpdate } from './silence.queries.ts';
import * as styles from './silence.css.ts';
import { ExpectationDialog } from './expectation-dialog.tsx';

const MINUTE = 60_000;

/** Describes a configured expectation in a sentence; null if the expectation is learned from earlier events. */
function expectationText(expectation: Expectation): string | null {
  switch (expectation.kind) {
    case 'learned':
      return null;
    case 'every':
      return `The integration should send an event at least every ${formatDuration(expectation.minutes * MINUTE)}.`;
    case 'cron': {
      const { cron, zone, graceMinutes } = expectation;
      const grace = graceMinutes === 0 ? '' : `, at most ${formatDuration(graceMinutes * MINUTE)} later`;
      return `The integration should send an event at ${cron} (${zone})${grace}.`;
    }
    case 'off':
      return 'No events are expected.';
  }
}

function stateText(silence: Silence, now: number): string {
  const { state, lastArrivalAt, dueAt } = silence;
  const last =
    lastArrivalAt === null ? 'No event has arrived yet.' : `The last event arrived ${agoText(lastArrivalAt, now)}.`;
  const missed = missedText(silence, now);
  if (missed !== null) return `${missed}.`;
  if (state === 'learning') return `${last} Portico needs two weeks to learn the usual pattern.`;
  if (state === 'irregular')
    return `${last} This integration is sometimes silent for weeks, so Portico cannot detect silence.`;
  if (state === 'off') return `${last} No events are expected.`;
  return dueAt === null
    ? last
    : `${last} If no event arrives by ${shortMoment(dueAt, now)}, the integration counts as silent.`;
}

const NormalGaps = ({ silence }: { silence: Silence }) => {
  const update = useSilenceUpdate(silence.integrationId);
  const options = { onError: (error: unknown) => tellFailure('silenceChange', error) };
  const expected = expectationText(silence.expectation);
  const { pausedUntil, normal, canChange } = silence;
  if (expected === null && pausedUntil === null && normal.length === 0) return null;
  return (
    <div>
      <h3 className={styles.note}>Gaps marked as normal</h3>
      <ul className={styles.list}>
        {expected !== null && <li>{expected}</li>}
        {pausedUntil !== null && (
          <li className={styles.item}>
            Paused until {formatTime(pausedUntil, 'local', 'short')}
            {canChange && (
              <Button size="sm" variant="ghost" onPress={() => update.mutate({ pausedUntil: null }, options)}>
                End the pause
              </Button>
            )}
          </li>
        )}
        {normal.map(({ from, to, by }) => (
          <li key={from} className={styles.item}>
            Silence from {formatTime(from, 'local', 'short')} to {formatTime(to, 'local', 'short')} is normal
            {by !== null && `, marked by ${by}`}
            {canChange && (
              <RowButton
                variant="ghost"
                text="Forget"
                target={`the silence from ${formatTime(from, 'local', 'short')}`}
                onPress={() => update.mutate({ forget: [from] }, options)}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
};

/** Shows when an integration usually sends, its current state, and the configured expectation. Hidden until this data has loaded. */
export const SilenceSection = ({ id }: { id: number }) => {
  const api = useApi();
  const { data: silence } = useQuery({ ...silenceQuery(api, id), retry: false });
  const now = useNow();
  const [isOpen, setIsOpen] = useState(false);
  if (silence === undefined) return null;
  const { profile, zone, threshold, expectation, state, maintenance } = silence;
  // Omits a chart that would have no visible values.
  const isShown = profile !== null && profile.some((rate) => rate >= MIN_RATE);
  const isMissed = (state === 'silent' || state === 'quiet') && expectation.kind === 'learned';
  return (
    <section className={styles.panel} aria-label="Usual week">
      <Row gap={3} justify="between">
        <h2 className={styles.title}>Usual week</h2>
        {maintenance !== null && <MaintenanceMark maintenance={maintenance} />}
        {silence.canChange && (
          <Button size="sm" variant="secondary" onPress={() => setIsOpen(true)}>
            Change the expectation
          </Button>
        )}
      </Row>
      <p className={styles.sentence}>{stateText(silence, now)}</p>
      {isMissed && <MissedActions liveness={silence} />}
      {isShown && <HeatMap {...{ profile, zone, now }} />}
      {profile !== null && threshold !== null && expectation.kind === 'learned' && state !== 'learning' && (
        <p className={styles.note}>Portico reports silence when about {eventsText(threshold)} are missing.</p>
      )}
      <NormalGaps silence={silence} />
      {isOpen && <ExpectationDialog silence={silence} onClose={() => setIsOpen(false)} />}
    </section>
  );
};

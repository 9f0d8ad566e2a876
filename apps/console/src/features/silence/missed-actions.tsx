import { errorText } from '@portico/api-client';
import { useState } from 'react';
import type { Liveness } from '@portico/contracts/http/silence';
import { Button, Alert, Dialog, formatTime, Select } from '@portico/ui';
import { tellFailure } from '../../shared/messages/toasts.ts';
import { useSilenceUpdate } from './silence.queries.ts';
import * as styles from './silence.css.ts';
import { serverNow } from '../../shared/time/server-clock.ts';

const DAY = 24 * 3_600_000;
const morning = (days: number) => (now: number) => new Date(now + days * DAY).setHours(8, 0, 0, 0);

const SPANS = [
  { value: 'hours', text: '4 hours', until: (now: number) => now + DAY / 6 },
  { value: 'tomorrow', text: 'Until tomorrow at 8', until: morning(1) },
  { value: 'week', text: '7 days', until: morning(7) },
  { value: 'weeks', text: '14 days', until: morning(14) },
  { value: 'month', text: '30 days', until: morning(30) },
  { value: 'quarter', text: '90 days', until: morning(90) },
] as const;
type SpanName = (typeof SPANS)[number]['value'];

type PauseDialogProps = { id: number; name: string; onClose: () => void };

/** Pauses the expectation until a chosen time. */
const PauseDialog = ({ id, name, onClose }: PauseDialogProps) => {
  const update = useSilenceUpdate(id);
  const [span, setSpan] = useState<SpanName>('tomorrow');
  const [now] = useState(() => serverNow());
  const until = (SPANS.find(({ value }) => value === span) ?? SPANS[0]).until(now);
  return (
    <Dialog
      title={`${name} is paused`}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" isDisabled={update.isPending} onPress={onClose}>
            Cancel
          </Button>
          <Button
            isLoading={update.isPending}
            onPress={() => update.mutate({ pausedUntil: new Date(until).toISOString() }, { onSuccess: onClose })}
          >
            Pause
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        {update.error && <Alert variant="danger">{errorText(update.error)}</Alert>}
        <p className={styles.note}>No one is notified of its silence until then. Its events are still listed.</p>
        <Select
          label="For how long"
          options={SPANS}
          value={span}
          onChange={setSpan}
          description={`Until ${formatTime(until, 'local', 'short')}`}
        />
      </div>
    </Dialog>
  );
};

/** Actions of managers for a silent integration. */
export const MissedActions = ({ liveness }: { liveness: Liveness }) => {
  const [isPausing, setIsPausing] = useState(false);
  const update = useSilenceUpdate(liveness.integrationId);
  const name = liveness.integration ?? `integration ${liveness.integrationId}`;
  if (!liveness.canChange) return null;
  return (
    <div className={styles.actions}>
      <Button size="sm" variant="secondary" aria-label={`${name} is paused until…`} onPress={() => setIsPausing(true)}>
        It is paused until…
      </Button>
      <Button
        size="sm"
        variant="secondary"
        aria-label={`That is normal for ${name}`}
        isLoading={update.isPending}
        onPress={() => update.mutate({ isNormal: true }, { onError: (error) => tellFailure('silenceChange', error) })}
      >
        That is normal
      </Button>
      {isPausing && <PauseDialog name={name} id={liveness.integrationId} onClose={() => setIsPausing(false)} />}
    </div>
  );
};

import { errorText } from '@portico/api-client';
import { useState } from 'react';
import {
  MAX_SETTLE_MINUTES,
  MAX_TROUBLE_FAILURES,
  MAX_TROUBLE_MINUTES,
} from '@portico/contracts/http/episode-settling';
import { type EpisodeDetail } from '@portico/contracts/http/episodes';
import { Button, NumberField, Stack } from '@portico/ui';
import { nameOf } from '../../../shared/health/names.ts';
import { useSettling } from '../episodes.queries.ts';

type Values = { minutes: number; failures: number; share: number; within: number };
type Field = { name: keyof Values; label: string; description?: string; from: number; to: number };

const fieldsOf = (integration: string): readonly Field[] => [
  {
    name: 'minutes',
    label: 'End an episode after this many minutes without a failure',
    description: `Applies to every episode of ${integration}. With 0, the next success ends the episode.`,
    from: 0,
    to: MAX_SETTLE_MINUTES,
  },
  {
    name: 'failures',
    label: 'Notify after this many failures',
    description:
      'With fewer failures an episode is only listed. An event that comes less than once an hour notifies at once.',
    from: 1,
    to: MAX_TROUBLE_FAILURES,
  },
  { name: 'share', label: 'Minimum share of failed events, in percent', from: 0, to: 100 },
  { name: 'within', label: 'Within this many minutes', from: 1, to: MAX_TROUBLE_MINUTES },
];

/** Edits an integration's threshold for notices, and the time without a failure after which an episode ends. */
export const Settling = ({ episode }: { episode: EpisodeDetail }) => {
  const { settleMinutes, threshold } = episode;
  const saved: Values = {
    minutes: settleMinutes,
    failures: threshold.failures,
    share: threshold.share,
    within: threshold.minutes,
  };
  const settling = useSettling(episode.integrationId);
  const [values, setValues] = useState<{ [Name in keyof Values]: number | null }>(saved);
  const { minutes, failures, share, within } = values;
  const isComplete = minutes !== null && failures !== null && share !== null && within !== null;
  const isSaved = JSON.stringify(values) === JSON.stringify(saved);
  return (
    <form
      aria-label="Settle time and threshold"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) settling.mutate({ minutes, trouble: { failures, share, minutes: within } });
      }}
    >
      <Stack gap={2}>
        {fieldsOf(nameOf(episode)).map(({ name, from, to, ...words }) => (
          <NumberField
            key={name}
            {...words}
            size="sm"
            value={values[name]}
            onChange={(value) => setValues((known) => ({ ...known, [name]: value }))}
            minValue={from}
            maxValue={to}
            {...(settling.error && name === 'minutes' && { error: errorText(settling.error) })}
          />
        ))}
        <div>
          <Button
            type="submit"
            size="sm"
            variant="secondary"
            isLoading={settling.isPending}
            isDisabled={!isComplete || isSaved}
          >
            Save
          </Button>
        </div>
      </Stack>
    </form>
  );
};

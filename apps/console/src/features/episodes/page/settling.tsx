import { type ApiClient, errorText } from '@portico/api-client';
import { useState } from 'react';
import { type EpisodeDetail, MAX_SETTLE_MINUTES } from '@portico/contracts/http/episodes';
import { Button, NumberField } from '@portico/ui';
import { integrationOf } from '../../../shared/episodes/episode-words.ts';
import { useSettling } from '../episodes.queries.ts';
import * as styles from './page.css.ts';

/** How long an integration is watched before an episode of it is over. */
export const Settling = ({ api, episode }: { api: ApiClient; episode: EpisodeDetail }) => {
  const settling = useSettling(api, episode.integrationId);
  const [minutes, setMinutes] = useState<number | null>(episode.settleMinutes);
  return (
    <form
      className={styles.settling}
      aria-label="Settle time"
      onSubmit={(event) => {
        event.preventDefault();
        if (minutes !== null) settling.mutate(minutes);
      }}
    >
      <NumberField
        label="Over after so many minutes without a failure"
        description={`For every episode of ${integrationOf(episode)}. 0: the next success ends it.`}
        size="sm"
        value={minutes}
        onChange={setMinutes}
        minValue={0}
        maxValue={MAX_SETTLE_MINUTES}
        {...(settling.error && { error: errorText(settling.error) })}
      />
      <div>
        <Button
          type="submit"
          size="sm"
          variant="secondary"
          isLoading={settling.isPending}
          isDisabled={minutes === null || minutes === episode.settleMinutes}
        >
          Save
        </Button>
      </div>
    </form>
  );
};

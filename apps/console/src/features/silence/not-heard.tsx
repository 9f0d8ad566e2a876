import { useState } from 'react';
import type { Liveness } from '@portico/contracts/http/silence';
import { Button } from '@portico/ui';
import { useNow } from '../../shared/health/ago.tsx';
import { tellFailure } from '../../shared/messages/toasts.ts';
import { notHeardText } from '../../shared/silence/silence-words.ts';
import { useStanding } from '../../shared/trouble/trouble.queries.ts';
import { useSilenceUpdate } from './silence.queries.ts';
import * as styles from './silence.css.ts';
import { PauseDialog } from './pause-dialog.tsx';

/** What managers can say of an integration that is missed. */
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

/** Integrations that usually would have sent something. Nothing while all of them do. */
export const NotHeard = () => {
  const now = useNow();
  const silent = useStanding()?.rows.flatMap(({ silence }) => silence ?? []) ?? [];
  if (silent.length === 0) return null;
  return (
    <ul className={styles.missed} aria-label="Silent integrations">
      {silent.map((liveness) => (
        <li key={liveness.integrationId} className={styles.item}>
          <span className={styles.sentence}>{notHeardText(liveness, now)}</span>
          <MissedActions liveness={liveness} />
        </li>
      ))}
    </ul>
  );
};

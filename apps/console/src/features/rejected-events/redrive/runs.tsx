import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, Dialog, formatNumber, formatTime } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { integrationText } from '../rejected-texts.ts';
import { doneOf, STATE_TEXTS } from './outcome-texts.ts';
import { runsQuery } from './redrive.queries.ts';
import { RunView } from './run-view.tsx';
import * as styles from './redrive.css.ts';

/** The latest correction runs, each with a button that opens the run. Hidden if there are no runs. */
export const Runs = () => {
  const api = useApi();
  const runs = useQuery(runsQuery(api)).data?.data ?? [];
  const [opened, setOpened] = useState<string | null>(null);
  if (runs.length === 0) return null;
  return (
    <section className={styles.stack} aria-labelledby="redrives">
      <h2 id="redrives" className={styles.heading}>
        Correction runs
      </h2>
      <ul className={styles.list}>
        {runs.map((run) => (
          <li key={run.id} className={styles.run}>
            <Button variant="secondary" size="sm" onPress={() => setOpened(run.id)}>
              {STATE_TEXTS[run.state]}
            </Button>
            <span>
              {integrationText(run)}: {formatNumber(run.counts.published)} published, {formatNumber(doneOf(run))} of{' '}
              {formatNumber(run.total)}
            </span>
            <time dateTime={run.started_at}>{formatTime(run.started_at, 'local', 'short')}</time>
          </li>
        ))}
      </ul>
      {opened !== null && (
        <Dialog title="Correct all" placement="end" onClose={() => setOpened(null)}>
          <RunView id={opened} />
        </Dialog>
      )}
    </section>
  );
};

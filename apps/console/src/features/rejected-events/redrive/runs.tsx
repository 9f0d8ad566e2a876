import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, formatNumber, formatTime, Stack } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { integrationText } from '../rejected-texts.ts';
import { doneOf, STATE_TEXTS } from './outcomes.tsx';
import { runsQuery } from './redrive.queries.ts';
import { RunDialog } from './run-dialog.tsx';
import * as styles from './redrive.css.ts';

/** The latest correction runs. Renders nothing without runs. */
export const Runs = () => {
  const api = useApi();
  const runs = useQuery(runsQuery(api)).data?.data ?? [];
  const [opened, setOpened] = useState<string | null>(null);
  if (runs.length === 0) return null;
  return (
    <section aria-labelledby="redrives">
      <Stack gap={4}>
        <h2 id="redrives" className={styles.heading}>
          Correction runs
        </h2>
        <Stack as="ul" gap={2}>
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
        </Stack>
      </Stack>
      {opened !== null && <RunDialog id={opened} onClose={() => setOpened(null)} />}
    </section>
  );
};

import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { errorText } from '@portico/api-client';
import { Alert, Button, Dialog, formatNumber, Icon, ProgressBar, Row, Stack } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { LoadState } from '../../../shared/messages/load-failure.tsx';
import { doneOf, Outcomes, STATE_TEXTS } from './outcomes.tsx';
import { runQuery, useReport, useRunOrders, type RunOrder } from './redrive.queries.ts';
import * as styles from './redrive.css.ts';

const TEXTS: Record<RunOrder, string> = { pause: 'Pause', resume: 'Resume', abort: 'Abort' };
const ORDERS = {
  running: ['abort', 'pause'],
  paused: ['abort', 'resume'],
  interrupted: ['abort', 'resume'],
  aborted: [],
  done: [],
} as const satisfies Record<string, readonly RunOrder[]>;

const RunView = ({ id }: { id: string }) => {
  const api = useApi();
  const query = useQuery(runQuery(api, id));
  const order = useRunOrders(id);
  const report = useReport(id);
  const run = query.data;
  if (run === undefined) return <LoadState isInside title="The run could not be loaded" query={query} height="12rem" />;
  const done = doneOf(run);
  const error = order.error ?? report.error;
  return (
    <Stack gap={4}>
      <ProgressBar label="Corrected events" value={Math.min(done, run.total)} max={Math.max(1, run.total)} />
      <output className={styles.note}>
        {STATE_TEXTS[run.state]}: {formatNumber(done)} of {formatNumber(run.total)} events
      </output>
      {error !== null && <Alert variant="danger" title={errorText(error)} />}
      {run.reason !== null && <Alert variant="warning" title={run.reason} />}
      {run.state === 'interrupted' && (
        <Alert
          variant="warning"
          title="The process of this run has ended. Resume the run: no event is published twice."
        />
      )}
      <Outcomes label="Results" counts={run.counts} areResults />
      <Row gap={3} justify="end">
        {(['csv', 'ndjson'] as const).map((format) => (
          <Button
            key={format}
            variant="secondary"
            isLoading={report.isPending && report.variables === format}
            onPress={() => report.mutate(format)}
          >
            <Icon of={Download} />
            Report as {format.toUpperCase()}
          </Button>
        ))}
        {ORDERS[run.state].map((one) => (
          <Button
            key={one}
            variant={one === 'abort' ? 'secondary' : 'primary'}
            isLoading={order.isPending && order.variables === one}
            onPress={() => order.mutate(one)}
          >
            {TEXTS[one]}
          </Button>
        ))}
      </Row>
    </Stack>
  );
};

/** One correction run: its progress and results, with buttons that pause, resume or abort the run, or download a report. */
export const RunDialog = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <Dialog title="Correct all" placement="end" onClose={onClose}>
    <RunView id={id} />
  </Dialog>
);

import { errorText, ApiError } from '@portico/api-client';
import { useState, useEffect, useRef } from 'react';
import { type EventFilter } from '@portico/contracts/http/events';
import { MAX_EXPORT_ROWS, exportEvents } from '@portico/contracts/http/event-export';
import { Alert, Button, counted, Dialog, formatNumber, ProgressBar, Segments } from '@portico/ui';
import { type ExportFormat, fileName, readExport, sentFormat, type ExportProgress } from './read-export.ts';
import * as styles from './export-dialog.css.ts';
import { useApi } from '../../../api/use-api.ts';
import { saveFile } from '../../../shared/files/save-file.ts';
import { serverNow } from '../../../shared/time/server-clock.ts';

type ExportState =
  | { is: 'ready' }
  | { is: 'running'; progress: ExportProgress }
  | { is: 'saved'; rows: number; isCut: boolean }
  | { is: 'failed'; text: string };

const BROKEN = 'The connection was lost before the file was complete. No file was saved.';

/** Runs an export. If the viewer leaves the screen, the export is cancelled. */
const useExport = () => {
  const api = useApi();
  const [state, setState] = useState<ExportState>({ is: 'ready' });
  const running = useRef<AbortController | null>(null);
  const cancel = () => {
    running.current?.abort();
    running.current = null;
    setState({ is: 'ready' });
  };
  useEffect(() => () => running.current?.abort(), []);

  const start = async (filter: EventFilter, format: ExportFormat) => {
    const abort = new AbortController();
    running.current = abort;
    const update = (next: ExportState) => {
      if (running.current === abort) setState(next);
    };
    update({ is: 'running', progress: { rows: 0, expected: null } });
    try {
      const response = await api.stream(exportEvents, {
        query: { ...filter, format: sentFormat(format) },
        signal: abort.signal,
      });
      const file = await readExport(response, format, (progress) => update({ is: 'running', progress }));
      if (abort.signal.aborted) return;
      saveFile(file.blob, fileName(format, new Date(serverNow())));
      update({ is: 'saved', rows: file.rows, isCut: file.isCut });
    } catch (error) {
      update({ is: 'failed', text: error instanceof ApiError ? errorText(error) : BROKEN });
    }
  };
  return { state, start, cancel };
};

const FORMATS = [
  { id: 'csv', text: 'CSV' },
  { id: 'excel', text: 'CSV for Excel' },
  { id: 'ndjson', text: 'NDJSON' },
] as const;

const NOTES: Readonly<Record<ExportFormat, string>> = {
  csv: 'A table for spreadsheets. Values that a spreadsheet would read as formulas are escaped.',
  excel: 'The same table with a byte order mark, so that Excel reads every language.',
  ndjson: 'One event as JSON per line, with all its details.',
};

const progressText = ({ rows, expected }: ExportProgress): string => {
  if (expected === null) return rows === 0 ? 'Counting…' : counted(rows, 'row');
  return `${formatNumber(rows)} of ${counted(expected, 'row')}`;
};

const Outcome = ({ state }: { state: ExportState }) => {
  if (state.is === 'running') {
    const { rows, expected } = state.progress;
    return (
      <div className={styles.progress}>
        <ProgressBar label="Export" {...(expected !== null && { value: rows, max: Math.max(1, expected) })} />
        <output className={styles.note}>{progressText(state.progress)}</output>
      </div>
    );
  }
  if (state.is === 'failed')
    return (
      <Alert variant="danger" title="Export failed">
        {state.text}
      </Alert>
    );
  if (state.is === 'saved')
    return (
      <output className={styles.note}>
        Saved {formatNumber(state.rows)} rows.
        {state.isCut &&
          ' The file has only the newest events; more events match. Narrow the filter or the time range to export the rest.'}
      </output>
    );
  return null;
};

export const ExportDialog = ({ filter, onClose }: { filter: () => EventFilter; onClose: () => void }) => {
  const [format, setFormat] = useState<ExportFormat>('csv');
  const { state, start, cancel } = useExport();
  const footer =
    state.is === 'running' ? (
      <Button variant="secondary" onPress={cancel}>
        Cancel
      </Button>
    ) : (
      <>
        <Button variant="secondary" onPress={onClose}>
          Close
        </Button>
        <Button onPress={() => void start(filter(), format)}>Export</Button>
      </>
    );
  return (
    <Dialog title="Export events" onClose={onClose} footer={footer}>
      <div className={styles.content}>
        <p>
          Exports the events that match the current filter, newest first, up to {formatNumber(MAX_EXPORT_ROWS)} rows per
          file.
        </p>
        <Segments label="Format" options={FORMATS} value={format} onChange={setFormat} />
        <p className={styles.note}>{NOTES[format]}</p>
        <Outcome state={state} />
      </div>
    </Dialog>
  );
};

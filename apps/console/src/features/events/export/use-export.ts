import { useEffect, useRef, useState } from 'react';
import { errorText, ApiError } from '@portico/api-client';
import { type EventFilter } from '@portico/contracts/http/events';
import { exportEvents } from '@portico/contracts/http/event-export';
import { useApi } from '../../../api/use-api.ts';
import { saveFile } from '../../../shared/files/save-file.ts';
import { fileName, readExport, sentFormat, type ExportFormat, type ExportProgress } from './read-export.ts';
import { serverNow } from '../../../shared/time/server-clock.ts';

export type ExportState =
  | { is: 'ready' }
  | { is: 'running'; progress: ExportProgress }
  | { is: 'saved'; rows: number; isCut: boolean }
  | { is: 'failed'; text: string };

const BROKEN = 'The connection was lost before the file was complete. Nothing was saved.';

/** An export that runs until it is saved, fails or is cancelled, which leaving the screen does too. */
export const useExport = () => {
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
    const tell = (next: ExportState) => {
      if (running.current === abort) setState(next);
    };
    tell({ is: 'running', progress: { rows: 0, expected: null } });
    try {
      const response = await api.stream(exportEvents, {
        query: { ...filter, format: sentFormat(format) },
        signal: abort.signal,
      });
      const file = await readExport(response, format, (progress) => tell({ is: 'running', progress }));
      if (abort.signal.aborted) return;
      saveFile(file.blob, fileName(format, new Date(serverNow())));
      tell({ is: 'saved', rows: file.rows, isCut: file.isCut });
    } catch (error) {
      tell({ is: 'failed', text: error instanceof ApiError ? errorText(error) : BROKEN });
    }
  };
  return { state, start, cancel };
};

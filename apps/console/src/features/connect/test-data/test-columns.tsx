import type { TestEvent } from '@portico/contracts/http/test-events';
import { Badge, StatusTag, type Column } from '@portico/ui';
import { Ago } from '../../../shared/health/ago.tsx';
import * as styles from './test-data.css.ts';
import { codeText, nameText, pointerText } from './test-texts.ts';

/** What it says, or why it would be rejected. */
const said = ({ event, rejection }: TestEvent) =>
  rejection === null ? (
    event?.message
  ) : (
    <span className={styles.why}>
      <span className={styles.reason}>{rejection.reason}</span>
      <code className={styles.pointer}>{pointerText(rejection)}</code>
    </span>
  );

export const testColumns: readonly Column<TestEvent>[] = [
  { id: 'event', header: 'Event', inCard: 'title', cell: nameText },
  { id: 'said', header: 'Message or reason', inCard: 'line', cell: said },
  {
    id: 'result',
    header: 'Result',
    inCard: 'lineEnd',
    cell: ({ event }) => (event === null ? '–' : <StatusTag status={event.result} />),
  },
  {
    id: 'verdict',
    header: 'Verdict',
    inCard: 'titleEnd',
    cell: ({ rejection }) =>
      rejection === null ? (
        <Badge tone="success">Would be listed</Badge>
      ) : (
        <Badge tone="danger">{codeText(rejection)}</Badge>
      ),
  },
  { id: 'at', header: 'Received', inCard: 'note', cell: ({ published_at }) => <Ago at={published_at} /> },
];

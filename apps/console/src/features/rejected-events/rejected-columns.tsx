import type { RejectedEvent } from '@portico/contracts/http/rejected-events';
import { Badge, formatTime, type Column } from '@portico/ui';
import { codeText, integrationText, pointerText } from './rejected-texts.ts';
import * as styles from './rejected-screen.css.ts';

export const rejectedColumns: readonly Column<RejectedEvent>[] = [
  { id: 'integration', header: 'Integration', inCard: 'title', cell: integrationText },
  { id: 'organization', header: 'Organization', inCard: 'noteNext', cell: ({ organization }) => organization ?? '–' },
  {
    id: 'reason',
    header: 'Reason',
    inCard: 'line',
    cell: ({ rejection }) => (
      <span className={styles.reason}>
        <span className={styles.code}>{codeText(rejection.code)}</span>
        <span className={styles.why}>{rejection.reason}</span>
      </span>
    ),
  },
  {
    id: 'pointer',
    header: 'Fault at',
    inCard: 'lineEnd',
    cell: ({ rejection }) => <code className={styles.pointer}>{pointerText(rejection.pointer)}</code>,
  },
  {
    id: 'published',
    header: 'Published',
    inCard: 'note',
    cell: ({ published_at }) => <time dateTime={published_at}>{formatTime(published_at)}</time>,
  },
  {
    id: 'state',
    header: 'State',
    inCard: 'titleEnd',
    cell: ({ isListed }) => (isListed ? <Badge tone="success">Corrected</Badge> : <Badge>Rejected</Badge>),
  },
];

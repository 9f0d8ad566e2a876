import { formatTime, type Column } from '@portico/ui';

export const createdColumn = <Row extends { createdAt: string }>(): Column<Row> => ({
  id: 'created',
  header: 'Created',
  inCard: 'note',
  cell: ({ createdAt }) => <time dateTime={createdAt}>{formatTime(createdAt)}</time>,
});

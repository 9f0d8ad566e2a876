import { useState } from 'react';
import type { RedriveLeft, RedrivePreview, RedriveSample } from '@portico/contracts/http/redrives';
import { type Column, formatNumber, lazyPart, Note, Skeleton, Stack, Table } from '@portico/ui';
import { layOut } from '../lay-out.ts';
import { codeText, pointerText } from '../rejected-texts.ts';
import { Outcomes, outcomeText } from './outcomes.tsx';
import * as styles from './redrive.css.ts';

const Changes = lazyPart(async () => (await import('../correction/changes.tsx')).Changes, <Skeleton height="8rem" />);

const LEFT_COLUMNS: readonly Column<RedriveLeft>[] = [
  {
    id: 'reason',
    header: 'Reason',
    inCard: 'title',
    cell: ({ code, pointer, reason }) =>
      code === null ? reason : `${codeText(code)} ${pointerText(pointer)}: ${reason}`,
  },
  { id: 'count', header: 'Count', inCard: 'titleEnd', cell: ({ count }) => formatNumber(count) },
];

const Sample = ({ sample }: { sample: RedriveSample }) => {
  const [isOpen, setIsOpen] = useState(false);
  const { before, after, event_id, outcome, reason } = sample;
  return (
    <details className={styles.sample} open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className={styles.summary}>
        <span className={styles.code}>{event_id ?? sample.id}</span> {outcomeText(outcome)}
        {reason !== null && `: ${reason}`}
      </summary>
      {isOpen &&
        (before === null ? (
          <Note>The content of this event is hidden from you.</Note>
        ) : (
          <Changes original={layOut(before)} corrected={layOut(after ?? before)} onLeave={() => setIsOpen(false)} />
        ))}
    </details>
  );
};

/** The predicted results of a correction run. */
export const Preview = ({ preview }: { preview: RedrivePreview }) => (
  <Stack gap={4}>
    <Outcomes label="Predicted results" counts={preview.counts} areResults={false} />
    {preview.left.length > 0 && (
      <Table
        label="Events that would not be published"
        columns={LEFT_COLUMNS}
        rows={preview.left}
        rowKey={({ code, pointer, reason }) => `${code} ${pointer} ${reason}`}
        empty={null}
      />
    )}
    <section aria-label="Examples">
      <h3 className={styles.heading}>Examples</h3>
      {preview.samples.map((sample) => (
        <Sample key={sample.id} sample={sample} />
      ))}
    </section>
  </Stack>
);

import { useState } from 'react';
import type { RedriveLeft, RedrivePreview, RedriveSample } from '@portico/contracts/http/redrives';
import { type Column, formatNumber, lazyPart, Skeleton, Table } from '@portico/ui';
import { layOut } from '../lay-out.ts';
import { codeText, pointerText } from '../rejected-texts.ts';
import { COUNT_COLUMNS } from './count-columns.ts';
import { countRows, outcomeText } from './outcome-texts.ts';
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
          <p className={styles.note}>The content of this event is hidden from you.</p>
        ) : (
          <Changes original={layOut(before)} corrected={layOut(after ?? before)} onLeave={() => setIsOpen(false)} />
        ))}
    </details>
  );
};

/** The predicted result of the correction. */
export const Preview = ({ preview }: { preview: RedrivePreview }) => (
  <div className={styles.stack}>
    <Table
      label="Predicted results"
      columns={COUNT_COLUMNS}
      rows={countRows(preview.counts, false)}
      rowKey={({ id }) => id}
      empty={null}
    />
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
  </div>
);

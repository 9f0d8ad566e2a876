import { useQuery } from '@tanstack/react-query';
import { CircleCheck, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import type { ApiClient } from '@portico/api-client';
import type { Connect } from '@portico/contracts/http/connect';
import type { IntegrationOverview, Period } from '@portico/contracts/http/event-health';
import type { RejectedCause } from '@portico/contracts/http/rejected-events';
import { type Column, formatNumber, Segments, Table } from '@portico/ui';
import { Ago } from '../../../shared/health/ago.tsx';
import { FigureCard, FigureCards } from '../../../shared/health/figure-card.tsx';
import { ownRejectedHref, rejectedHref } from '../../../shared/health/hrefs.ts';
import { DEFAULT_PERIOD, PERIOD_CHOICES } from '../../../shared/health/period-choices.ts';
import { totalOf } from '../../../shared/health/period.ts';
import * as styles from '../connect.css.ts';
import { Section } from '../section.tsx';
import { causesQuery, outcomeQuery } from './conformance.queries.ts';

/** Two decimals, rounded down: only when everything was accepted is it 100%. */
export const acceptedText = ({ counts, rejected }: Pick<IntegrationOverview, 'counts' | 'rejected'>): string => {
  const listed = totalOf(counts);
  const all = listed + rejected.count;
  return all === 0 ? '–' : `${formatNumber(Math.floor((listed / all) * 10_000) / 100)}%`;
};

const COLUMNS: readonly Column<RejectedCause>[] = [
  {
    id: 'what',
    header: 'What goes wrong',
    inCard: 'title',
    cell: ({ code, pointer, reason }) => (
      <>
        <div>{reason}</div>
        <div className={styles.small}>
          {code.replaceAll('_', ' ')} {pointer !== '' && <code className={styles.code}>{pointer}</code>}
        </div>
      </>
    ),
  },
  { id: 'count', header: 'Events', inCard: 'titleEnd', width: '6rem', cell: ({ count }) => formatNumber(count) },
  {
    id: 'first',
    header: 'First',
    inCard: 'note',
    isNamedInCard: true,
    width: '9rem',
    cell: ({ first_at }) => <Ago at={first_at} />,
  },
  {
    id: 'last',
    header: 'Last',
    inCard: 'noteEnd',
    isNamedInCard: true,
    width: '9rem',
    cell: ({ last_at }) => <Ago at={last_at} />,
  },
];

/** How much of what was published is accepted, and what goes wrong; nothing for who may know neither. */
export const ConformanceSection = ({ api, connect: { id, name, right } }: { api: ApiClient; connect: Connect }) => {
  const [period, setPeriod] = useState<Period>(DEFAULT_PERIOD);
  const outcome = useQuery(outcomeQuery(api, id, period)).data;
  const causes = useQuery(causesQuery(api, id, period)).data;
  if (outcome === undefined && causes === undefined) return null;
  return (
    <Section title="What is accepted" lead="Of everything that was published in the name of this integration.">
      <div>
        <Segments label="Period" options={PERIOD_CHOICES} value={period} onChange={setPeriod} />
      </div>
      {outcome && (
        <FigureCards isBusy={false}>
          <FigureCard
            name="Accepted"
            icon={CircleCheck}
            value={acceptedText(outcome)}
            note={`${formatNumber(totalOf(outcome.counts))} events are listed`}
          />
          <FigureCard
            name="Rejected"
            icon={ShieldAlert}
            value={formatNumber(outcome.rejected.count)}
            isBad={outcome.rejected.count > 0}
            note="as often as they were published"
          />
        </FigureCards>
      )}
      {causes && causes.data.length > 0 && (
        <Table
          label={`What goes wrong at ${name}`}
          columns={COLUMNS}
          rows={causes.data}
          rowKey={({ code, pointer }) => `${code} ${pointer}`}
          empty={null}
        />
      )}
      {causes?.data.length === 0 && <p className={styles.note}>Nothing was rejected in this period.</p>}
      {causes && causes.data.length > 0 && (
        <div>
          <a className={styles.link} href={right === 'admin' ? rejectedHref(id) : ownRejectedHref(id)}>
            Correct rejected events
          </a>
        </div>
      )}
    </Section>
  );
};

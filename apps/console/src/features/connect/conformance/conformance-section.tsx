import { CircleCheck, Clock } from 'lucide-react';
import type { Conformance } from '@portico/contracts/http/conformance';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Connect } from '@portico/contracts/http/connect';
import type { Period } from '@portico/contracts/http/event-health';
import type { RejectedCause } from '@portico/contracts/http/rejected-events';
import { type Column, formatNumber, Segments, Table } from '@portico/ui';
import { textLink } from '@portico/ui/styles';
import { useApi } from '../../../api/use-api.ts';
import { Ago } from '../../../shared/health/ago.tsx';
import { rejectedHref } from '../../../shared/health/hrefs.ts';
import { DEFAULT_PERIOD, PERIOD_CHOICES } from '../../../shared/health/period-choices.ts';
import * as styles from '../connect.css.ts';
import { Section } from '../section.tsx';
import { DescribedCard } from './described-card.tsx';
import { causesQuery, useConformance } from './conformance.queries.ts';
import { FigureCard, FigureCards } from '../../../shared/health/figure-card.tsx';
import { acceptedNote, shareText } from './share.ts';

type ConformanceCardsProps = {
  /** Undefined while loading. */
  conformance: Conformance | undefined;
  isBusy: boolean;
  /** Cards that follow the two built-in cards. */
  children?: ReactNode;
};

const ConformanceCards = ({ conformance, isBusy, children }: ConformanceCardsProps) => (
  <FigureCards isBusy={isBusy}>
    <FigureCard
      name="Accepted"
      icon={CircleCheck}
      value={conformance && shareText(conformance.accepted, conformance.published)}
      note={conformance && acceptedNote(conformance.accepted, conformance.published)}
    />
    <FigureCard
      name="On time"
      icon={Clock}
      value={conformance && shareText(conformance.onTime, conformance.accepted)}
      note="arrived within 60 s of their timestamp"
    />
    {children}
  </FigureCards>
);

const COLUMNS: readonly Column<RejectedCause>[] = [
  {
    id: 'what',
    header: 'Reason of rejection',
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

/** The accepted share of published events, and the reasons of rejections. */
export const ConformanceSection = ({ connect }: { connect: Connect }) => {
  const api = useApi();
  const { id, name, right } = connect;
  const [period, setPeriod] = useState<Period>(DEFAULT_PERIOD);
  const conformance = useConformance(id, period);
  const { names, others } = conformance.data ?? {};
  const { data: causes, isError: isCausesError } = useQuery(causesQuery(api, id, period));
  const isUnknown = conformance.data === undefined && conformance.isError && causes === undefined && isCausesError;
  return (
    <Section title="Accepted events" lead="Share of the events published for this integration that Portico accepted.">
      {isUnknown && <p className={styles.note}>These figures are unavailable now.</p>}
      <div>
        <Segments label="Period" options={PERIOD_CHOICES} value={period} onChange={setPeriod} />
      </div>
      {!(conformance.isError && conformance.data === undefined) && (
        <ConformanceCards conformance={conformance.data} isBusy={conformance.isPlaceholderData}>
          <DescribedCard connect={connect} names={names} others={others ?? 0} />
        </ConformanceCards>
      )}
      {right !== 'admin' && conformance.data && (
        <p className={styles.small}>
          Rejected events from the shared topic are not counted, because Portico cannot verify their senders.
        </p>
      )}
      {causes && causes.data.length > 0 && (
        <Table
          label={`Errors of ${name}`}
          columns={COLUMNS}
          rows={causes.data}
          rowKey={({ code, pointer }) => `${code} ${pointer}`}
          empty={null}
        />
      )}
      {causes?.data.length === 0 && <p className={styles.note}>No event was rejected in this period.</p>}
      {causes && causes.data.length > 0 && (
        <div>
          <a className={textLink} href={rejectedHref(id)}>
            Correct rejected events
          </a>
        </div>
      )}
    </Section>
  );
};

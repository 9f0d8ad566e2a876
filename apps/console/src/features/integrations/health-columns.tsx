import type { ReactNode } from 'react';
import type { IntegrationHealth, Results } from '@portico/contracts/http/event-health';
import type { Integration } from '@portico/contracts/http/integrations';
import type { Liveness } from '@portico/contracts/http/silence';
import type { Trouble } from '@portico/contracts/http/trouble';
import { type Column, formatNumber } from '@portico/ui';
import { Ago, useNow } from '../../shared/health/ago.tsx';
import { rejectedHref } from '../../shared/health/hrefs.ts';
import { percentText, shareOf, sumOf, totalOf } from '../../shared/health/period.ts';
import { TroubleMark } from '../../shared/trouble/trouble-mark.tsx';
import * as styles from './health.css.ts';
import { MaintenanceMark } from '../../shared/maintenance/maintenance-mark.tsx';
import { missedText } from '../../shared/silence/silence-words.ts';

const BAR = 3;
const GAP = 1;
const HEIGHT = 22;
/** Minimum height of a bar in pixels, so that any hour with events is visible. */
const MIN_HEIGHT = 2;

const heightOf = (count: number, maxCount: number): number =>
  count === 0 ? 0 : Math.max(MIN_HEIGHT, Math.round((count / maxCount) * HEIGHT));

/** One bar per hour, the current hour last, failures at the bottom. Hidden from screen readers, because a number is next to the bars. */
const Sparkline = ({ hours }: { hours: readonly Results[] }) => {
  const maxCount = Math.max(1, ...hours.map(({ success, failure }) => success + failure));
  const width = hours.length * (BAR + GAP);
  return (
    <svg aria-hidden className={styles.sparkline} width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`}>
      {hours.map(({ success, failure }, index) => {
        const all = heightOf(success + failure, maxCount);
        const failed = Math.min(all, heightOf(failure, maxCount));
        const x = index * (BAR + GAP);
        return (
          <g key={index}>
            {all === 0 && <rect className={styles.none} x={x} y={HEIGHT - 1} width={BAR} height={1} />}
            <rect className={styles.good} x={x} y={HEIGHT - all} width={BAR} height={all - failed} />
            <rect className={styles.bad} x={x} y={HEIGHT - failed} width={BAR} height={failed} />
          </g>
        );
      })}
    </svg>
  );
};

/** Text about a quiet, silent or paused integration: since or until when, and how many events were expected. */
const Missed = ({ liveness }: { liveness: Liveness }) => {
  const text = missedText(liveness, useNow());
  return (
    <span className={styles.missed} data-state={liveness.state} title={text ?? undefined}>
      {text}
    </span>
  );
};

/** Health data by integration id. While loading, the maps are empty, and the functions return undefined. */
export type Known = {
  health: ReadonlyMap<number, IntegrationHealth>;
  liveness: ReadonlyMap<number, Liveness>;
  troubleOf: (id: number) => Trouble | undefined;
  rejectedOf: (id: number) => number | undefined;
};

const UNKNOWN_SHARE = <span className={styles.unknown}>–</span>;

/** The share of failed events, red only while the integration is failing. */
const Share = ({ hours, isFailing }: { hours: readonly Results[]; isFailing: boolean }) => {
  const share = shareOf(sumOf(hours));
  if (share === null) return UNKNOWN_SHARE;
  return (
    <span className={styles.number} {...(isFailing && { 'data-tone': 'danger' })}>
      {percentText(share)}
    </span>
  );
};

const Rejected = ({ id, count }: { id: number; count: number | undefined }) =>
  count === undefined ? (
    UNKNOWN_SHARE
  ) : count === 0 ? (
    <span className={styles.number}>0</span>
  ) : (
    <a className={styles.number} data-tone="danger" href={rejectedHref(id)}>
      {formatNumber(count)}
    </a>
  );

const isMissed = ({ state, lastArrivalAt }: Liveness): boolean =>
  state === 'paused' || ((state === 'quiet' || state === 'silent') && lastArrivalAt !== null);

/** The time of the last event, or the text about a quiet, silent or paused integration. */
const LastEvent = ({ at, liveness }: { at: string | null; liveness: Liveness | undefined }) => {
  const last = at === null ? <span className={styles.unknown}>never</span> : <Ago at={at} />;
  if (!liveness || !isMissed(liveness)) return last;
  return <Missed liveness={liveness} />;
};

/** Takes silence from the trouble response, and the states quiet and paused from the liveness response. */
const missedOf = (liveness: Liveness | undefined, trouble: Trouble | undefined): Liveness | undefined =>
  trouble?.silence ?? (liveness?.state === 'silent' ? undefined : liveness);

/** Columns with the health of integrations in the last 24 hours. */
export const healthColumns = ({ health, liveness, troubleOf, rejectedOf }: Known): readonly Column<Integration>[] => {
  const known = (render: (health: IntegrationHealth) => ReactNode) => (integration: Integration) => {
    const found = health.get(integration.id);
    return found === undefined ? UNKNOWN_SHARE : render(found);
  };
  return [
    {
      id: 'last',
      header: 'Last event',
      width: '10rem',
      isSortable: true,
      inCard: 'more',
      isNamedInCard: true,
      cell: (integration) => {
        const { id } = integration;
        const trouble = troubleOf(id);
        const missed = missedOf(liveness.get(id), trouble);
        const last = known(({ last_at }) => <LastEvent at={last_at} liveness={missed} />)(integration);
        const maintenance = trouble?.maintenance ?? liveness.get(id)?.maintenance ?? null;
        // Shows silence as text in place of the time of the last event.
        const isInWords = trouble?.level === 'silent' && health.has(id) && missed !== undefined && isMissed(missed);
        const isMarked = trouble !== undefined && !isInWords;
        if (!isMarked && maintenance === null) return last;
        return (
          <span className={styles.last}>
            {!(isMarked && maintenance) && last}
            {isMarked && <TroubleMark trouble={trouble} />}
            {maintenance && <MaintenanceMark maintenance={maintenance} />}
          </span>
        );
      },
    },
    {
      id: 'hours',
      header: 'Events, 24 h',
      width: '9.75rem',
      isSortable: true,
      inCard: 'last',
      isNamedInCard: true,
      cell: known(({ hours }) => (
        <span className={styles.hours}>
          <Sparkline hours={hours} />
          <span className={styles.number}>{formatNumber(totalOf(sumOf(hours)))}</span>
        </span>
      )),
    },
    {
      id: 'failures',
      header: 'Failures',
      width: '5rem',
      isSortable: true,
      inCard: 'lastEnd',
      isNamedInCard: true,
      cell: (integration) =>
        known(({ hours }) => <Share hours={hours} isFailing={troubleOf(integration.id)?.level === 'failing'} />)(
          integration,
        ),
    },
    {
      id: 'rejected',
      header: 'Rejected',
      width: '5rem',
      isSortable: true,
      inCard: 'moreEnd',
      isNamedInCard: true,
      cell: ({ id }) => <Rejected id={id} count={rejectedOf(id)} />,
    },
  ];
};

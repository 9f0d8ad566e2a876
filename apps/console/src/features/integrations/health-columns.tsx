import type { Episode } from '@portico/contracts/http/episodes';
import { Suspense, type ReactNode } from 'react';
import type { IntegrationHealth, Results } from '@portico/contracts/http/event-health';
import type { Integration } from '@portico/contracts/http/integrations';
import type { Liveness } from '@portico/contracts/http/silence';
import { type Column, formatNumber, lazyPart } from '@portico/ui';
import { EpisodeMark } from '../../shared/episodes/episode-mark.tsx';
import { Ago } from '../../shared/health/ago.tsx';
import { rejectedHref } from '../../shared/health/hrefs.ts';
import { percentText, shareOf, totalOf } from '../../shared/health/period.ts';
import * as styles from './health.css.ts';
import { Sparkline } from './sparkline.tsx';

/** By integration; empty until it is known. */
export type HealthById = ReadonlyMap<number, IntegrationHealth>;

/** Whether they send as usual, by integration; empty until it is known. */
export type LivenessById = ReadonlyMap<number, Liveness>;

const NOT_KNOWN = <span className={styles.unknown}>–</span>;

const sumOf = (hours: readonly Results[]): Results => ({
  success: hours.reduce((sum, { success }) => sum + success, 0),
  failure: hours.reduce((sum, { failure }) => sum + failure, 0),
});

const Share = ({ hours }: { hours: readonly Results[] }) => {
  const share = shareOf(sumOf(hours));
  if (share === null) return NOT_KNOWN;
  return (
    <span className={styles.number} {...(share > 0 && { 'data-tone': 'danger' })}>
      {percentText(share)}
    </span>
  );
};

const Rejected = ({ id, count }: { id: number; count: number }) =>
  count === 0 ? (
    <span className={styles.number}>0</span>
  ) : (
    <a className={styles.number} data-tone="danger" href={rejectedHref(id)}>
      {formatNumber(count)}
    </a>
  );

/** The longest episode of each integration that fails now. */
export type EpisodeById = ReadonlyMap<number, Episode>;

/** Hardly any is missed, or in maintenance. */
const Missed = lazyPart(async () => (await import('./missed.tsx')).Missed);
const MaintenanceMark = lazyPart(
  async () => (await import('../../shared/maintenance/maintenance-mark.tsx')).MaintenanceMark,
);
const isMissed = ({ state, lastArrivalAt }: Liveness): boolean =>
  state === 'paused' || ((state === 'quiet' || state === 'silent') && lastArrivalAt !== null);

/** When it sent something last; what is missing when it usually would have. */
const LastEvent = ({ at, liveness }: { at: string | null; liveness: Liveness | undefined }) => {
  const last = at === null ? <span className={styles.unknown}>never</span> : <Ago at={at} />;
  if (!liveness || !isMissed(liveness)) return last;
  return (
    <Suspense fallback={last}>
      <Missed liveness={liveness} />
    </Suspense>
  );
};

/** How integrations are doing, in the last 24 hours. */
export const healthColumns = (
  health: HealthById,
  liveness: LivenessById,
  episodes: EpisodeById,
): readonly Column<Integration>[] => {
  const known = (render: (health: IntegrationHealth) => ReactNode) => (integration: Integration) => {
    const found = health.get(integration.id);
    return found === undefined ? NOT_KNOWN : render(found);
  };
  return [
    {
      id: 'last',
      header: 'Last event',
      inCard: 'more',
      isNamedInCard: true,
      cell: (integration) => {
        const { id } = integration;
        const episode = episodes.get(id);
        const last = known(({ last_at }) => <LastEvent at={last_at} liveness={liveness.get(id)} />)(integration);
        const maintenance = liveness.get(id)?.maintenance ?? null;
        if (!episode && maintenance === null) return last;
        return (
          <span className={styles.last}>
            {last}
            {episode && <EpisodeMark episode={episode} />}
            <Suspense>{maintenance && <MaintenanceMark maintenance={maintenance} />}</Suspense>
          </span>
        );
      },
    },
    {
      id: 'hours',
      header: 'Events, 24 h',
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
      inCard: 'lastEnd',
      isNamedInCard: true,
      cell: known(({ hours }) => <Share hours={hours} />),
    },
    {
      id: 'rejected',
      header: 'Rejected',
      inCard: 'moreEnd',
      isNamedInCard: true,
      cell: known(({ integration_id, rejected }) => <Rejected id={integration_id} count={rejected} />),
    },
  ];
};

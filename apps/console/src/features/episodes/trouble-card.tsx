import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import type { Liveness } from '@portico/contracts/http/silence';
import type { Trouble } from '@portico/contracts/http/trouble';
import { Badge, buttonClass, formatTime, Row } from '@portico/ui';
import { textLink } from '@portico/ui/styles';
import { useApi } from '../../api/use-api.ts';
import { failuresText } from '../../shared/episodes/episode-words.ts';
import { episodeFailuresQuery, type FailureReason } from '../../shared/episodes/episodes.queries.ts';
import { Ago, useNow } from '../../shared/health/ago.tsx';
import { episodeEventsHref, episodeHref } from '../../shared/health/hrefs.ts';
import { MaintenanceMark } from '../../shared/maintenance/maintenance-mark.tsx';
import { useTimeZone } from '../../shared/time/time-zone.ts';
import { plainEventName, plainTroubleTitle } from '../../shared/trouble/trouble-words.ts';
import { useSeen } from './use-seen.ts';
import * as styles from './episodes.css.ts';

const STATES = {
  failing: { tone: 'danger', text: 'Not working' },
  silent: { tone: 'warning', text: 'No events' },
  below: { tone: 'neutral', text: 'Some failures' },
  recovering: { tone: 'success', text: 'Works again' },
} as const;

/** Tells a customer what to do about the trouble of an integration. */
export const adviceOf = (
  { level, maintenance }: Pick<Trouble, 'level' | 'maintenance'>,
  reason: FailureReason | null,
) => {
  if (maintenance !== null) return 'This is planned maintenance. You do not have to do anything.';
  if (level === 'recovering') return 'You do not have to do anything.';
  if (level === 'silent') return 'Check that the system is switched on and allowed to send. If it is, ask support.';
  if (reason?.isRetryable === true) return 'This problem usually ends without action. If it lasts, ask support.';
  if (reason?.isRetryable === false)
    return 'Trying again will not help. Correct the cause that the message names, or ask support.';
  return 'If the problem lasts, ask support.';
};

const WhatFails = ({ episodes, episodeCount }: Trouble) => (
  <span className={styles.fact}>
    {episodes.map(({ id, eventName, subject }, index) => (
      <span key={id}>
        {index > 0 && ', '}
        <a className={textLink} href={episodeHref(id)}>
          {plainEventName(eventName)}
          {subject ? ` (${subject})` : ''}
        </a>
      </span>
    ))}
    {episodeCount > episodes.length && ` and ${episodeCount - episodes.length} more`}
  </span>
);

const Facts = ({ trouble }: { trouble: Trouble }) => {
  const api = useApi();
  const zone = useTimeZone();
  const { events, organizationId, since } = trouble;
  const query = episodeFailuresQuery(api, { events: events ?? {}, organizationId });
  const failures = useQuery({ ...query, enabled: events !== null }).data;
  return (
    <p className={styles.facts}>
      {events && failures && (
        <span className={styles.fact}>
          <a className={textLink} href={episodeEventsHref(events, organizationId)}>
            {failuresText(failures)}
          </a>
        </span>
      )}
      {trouble.episodes.length > 0 && <WhatFails {...trouble} />}
      <span className={styles.fact}>
        since {formatTime(since, zone, 'short')} (<Ago at={since} />)
      </span>
    </p>
  );
};

type TroubleCardProps = {
  trouble: Trouble;
  supportEmail: string;
  /** Shows the organization, for members of several organizations. */
  isOwnerShown: boolean;
  /** Renders the managers' actions for a silent integration. */
  silentActions: (liveness: Liveness) => ReactNode;
};

/** An integration's trouble, worded for customers: reason, failures, start, and advice. */
export const TroubleCard = ({ trouble, supportEmail, isOwnerShown, silentActions }: TroubleCardProps) => {
  const api = useApi();
  const row = useRef<HTMLLIElement>(null);
  const isSeen = useSeen(row);
  const now = useNow();
  const { level, organizationId, organization, integration, maintenance, silence, events } = trouble;
  const query = episodeFailuresQuery(api, { events: events ?? {}, organizationId });
  const newest = useQuery({ ...query, enabled: isSeen && events !== null }).data?.newest ?? null;
  const message = level === 'silent' ? null : (newest?.message ?? trouble.reason);
  const isHelpShown = maintenance === null && level !== 'recovering';
  return (
    <li ref={row} className={styles.row}>
      <div className={styles.words}>
        <p className={styles.states}>
          <Badge tone={maintenance === null ? STATES[level].tone : 'neutral'}>{STATES[level].text}</Badge>
          {maintenance !== null && <MaintenanceMark maintenance={maintenance} />}
          {isOwnerShown && organization !== null && <Badge>{organization}</Badge>}
        </p>
        <h2 className={styles.title}>{plainTroubleTitle(trouble, now)}</h2>
        {message !== null && <p className={styles.reason}>{message}</p>}
        {message !== null && newest?.code && <p className={styles.note}>Code: {newest.code}</p>}
        <Facts trouble={trouble} />
        <p className={styles.advice}>{adviceOf(trouble, newest)}</p>
      </div>
      <Row>
        {silence !== null && silentActions(silence)}
        {isHelpShown && (
          <a
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
            href={`mailto:${supportEmail}?subject=${encodeURIComponent(plainTroubleTitle(trouble, now))}`}
            aria-label={`Ask support about ${integration ?? `integration ${trouble.integrationId}`}`}
          >
            Ask support
          </a>
        )}
      </Row>
    </li>
  );
};

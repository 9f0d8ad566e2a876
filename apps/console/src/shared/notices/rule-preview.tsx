import { useQuery } from '@tanstack/react-query';
import { errorText } from '@portico/api-client';
import { PREVIEW_DAYS, type RulePreview as Preview, type RuleView } from '@portico/contracts/http/rules';
import { formatDuration, formatNumber, formatTime } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { currentTimeZone } from '../time/time-zone.ts';
import { useRested } from '../time/use-rested.ts';
import type { OwnerChoice } from './owners.ts';
import { rulePreviewQuery } from './rules.queries.ts';
import * as styles from './rule-form.css.ts';

/** Debounce in milliseconds between a change of the form and the preview. */
const DEBOUNCE_MS = 500;
const MAX_SHOWN = 5;
const DAY = 86_400_000;
/** A shorter delay in milliseconds is normal. */
const LATE = 60_000;

const lastDays = (days: number): string => (days === 1 ? 'the last day' : `the last ${formatNumber(days)} days`);
const counted = (count: number, name: string): string =>
  `${count === 0 ? 'no' : formatNumber(count)} ${name}${count === 1 ? '' : 's'}`;

const factsOf = ({ at, overAt, found, delay }: Preview['notices'][number]): string =>
  [
    ...(found > 0 ? [counted(found, 'event')] : []),
    ...(delay >= LATE ? [`arrived up to ${formatDuration(delay)} late`] : []),
    overAt === null ? 'not over yet' : `over after ${formatDuration(Date.parse(overAt) - Date.parse(at))}`,
  ].join(', ');

const Notices = ({ from, to, count, notices }: Preview) => {
  const shown = notices.slice(0, MAX_SHOWN);
  const days = lastDays(Math.round((Date.parse(to) - Date.parse(from)) / DAY));
  return (
    <>
      In {days} this rule would have sent {counted(count, 'notice')}.
      {shown.length > 0 && (
        <ul className={styles.notices}>
          {shown.map((notice) => (
            <li key={notice.at}>
              <a href={`/dashboard?${new URLSearchParams(notice.search).toString()}`} target="_blank" rel="noreferrer">
                {formatTime(notice.at, currentTimeZone(), 'short')}
              </a>
              : {factsOf(notice)}
            </li>
          ))}
        </ul>
      )}
      {count > shown.length && shown.length > 0 && `And ${formatNumber(count - shown.length)} before these.`}
    </>
  );
};

export type RulePreviewProps = { owner: OwnerChoice; view: RuleView };

/** Previews the notices of an alert on a view, updated when the form rests. */
export const RulePreview = ({ owner: { owner, organizationId }, view }: RulePreviewProps) => {
  const text = JSON.stringify({ owner, organizationId, view });
  const rested = useRested(text, DEBOUNCE_MS);
  const { data, error, isFetching } = useQuery(rulePreviewQuery(useApi(), rested));
  const isLoading = isFetching || rested !== text;
  return (
    <output className={styles.outcome} aria-busy={isLoading} aria-label="Preview">
      {isLoading && `Checking ${lastDays(PREVIEW_DAYS[0])}…`}
      {!isLoading && error && `There is no preview. ${errorText(error)} You can save the rule without it.`}
      {!isLoading && !error && data && <Notices {...data} />}
    </output>
  );
};

import {
  MAX_GRACE_MINUTES,
  MAX_VIEW_MINUTES,
  PREVIEW_DAYS,
  type RulePreview as Preview,
  type RuleView,
} from '@portico/contracts/http/rules';
import { counted, formatDuration, formatNumber, formatTime, NumberField, Segments } from '@portico/ui';
import type { OwnerChoice } from './owners.ts';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '@portico/api-client';
import { useApi } from '../../api/use-api.ts';
import { currentTimeZone } from '../time/time-zone.ts';
import { useRested } from '../time/use-rested.ts';
import { rulePreviewQuery } from './rules.queries.ts';
import * as styles from './rule-form.css.ts';

const DEBOUNCE_MS = 500;
const MAX_SHOWN = 5;
const DAY = 86_400_000;
/** Delay in milliseconds from which the preview marks events as late. */
const LATE_MS = 60_000;

const lastDays = (days: number): string => (days === 1 ? 'the last day' : `the last ${formatNumber(days)} days`);

const factsOf = ({ at, overAt, found, delay }: Preview['notices'][number]): string =>
  [
    ...(found > 0 ? [counted(found, 'event')] : []),
    ...(delay >= LATE_MS ? [`arrived up to ${formatDuration(delay)} late`] : []),
    overAt === null ? 'not over yet' : `over after ${formatDuration(Date.parse(overAt) - Date.parse(at))}`,
  ].join(', ');

const Notices = ({ from, to, count, notices }: Preview) => {
  const shown = notices.slice(0, MAX_SHOWN);
  const days = lastDays(Math.round((Date.parse(to) - Date.parse(from)) / DAY));
  return (
    <>
      In {days} this rule would have sent {count === 0 ? 'no notices' : counted(count, 'notice')}.
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
      {count > shown.length && shown.length > 0 && `And ${formatNumber(count - shown.length)} earlier notices.`}
    </>
  );
};

type RulePreviewProps = { owner: OwnerChoice; view: RuleView };

const RulePreview = ({ owner: { owner, organizationId }, view }: RulePreviewProps) => {
  const text = JSON.stringify({ owner, organizationId, view });
  const rested = useRested(text, DEBOUNCE_MS);
  const { data, error, isFetching } = useQuery(rulePreviewQuery(useApi(), rested));
  const isLoading = isFetching || rested !== text;
  return (
    <output className={styles.outcome} aria-busy={isLoading} aria-label="Preview">
      {isLoading && `Checking ${lastDays(PREVIEW_DAYS[0])}…`}
      {!isLoading && error && `The preview is unavailable. ${errorText(error)} You can still save the rule.`}
      {!isLoading && !error && data && <Notices {...data} />}
    </output>
  );
};

const CONDITIONS = [
  { id: 'more', text: 'More than' },
  { id: 'none', text: 'None' },
] as const;
const CLOCKS = [
  { id: 'arrived', text: 'Arrival' },
  { id: 'happened', text: 'When they happened' },
] as const;
const MAX_COUNT = 1_000_000;
const USUAL_COUNT = 100;
const USUAL_GRACE = 10;

export const newView = (name: string, search: Readonly<Record<string, string>>): RuleView => ({
  name,
  search: { ...search },
  when: 'more',
  count: USUAL_COUNT,
  minutes: 10,
  clock: 'arrived',
  grace: 0,
});

type ViewFieldsProps = { owner: OwnerChoice; value: RuleView; onChange: (view: RuleView) => void };

export const ViewFields = ({ owner, value, onChange }: ViewFieldsProps) => {
  const change = (fields: Partial<RuleView>) => onChange({ ...value, ...fields });
  const isMore = value.when === 'more';
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>When</legend>
      <Segments
        label="How many events"
        options={CONDITIONS}
        value={value.when}
        onChange={(when) => change({ when, count: when === 'more' ? USUAL_COUNT : 0 })}
      />
      {isMore && (
        <NumberField
          label="Events"
          value={value.count}
          onChange={(count) => change({ count: count ?? 0 })}
          minValue={0}
          maxValue={MAX_COUNT}
        />
      )}
      <NumberField
        label={isMore ? 'Within (minutes)' : 'For (minutes)'}
        value={value.minutes}
        onChange={(minutes) => change({ minutes: minutes ?? 1 })}
        minValue={1}
        maxValue={MAX_VIEW_MINUTES}
      />
      <p className={styles.note}>Count events by</p>
      <Segments
        label="Count events by"
        options={CLOCKS}
        value={value.clock}
        onChange={(clock) => change({ clock, grace: clock === 'happened' ? USUAL_GRACE : 0 })}
      />
      {value.clock === 'happened' && (
        <NumberField
          label="Wait for late events (minutes)"
          value={value.grace}
          onChange={(grace) => change({ grace: grace ?? 0 })}
          minValue={0}
          maxValue={MAX_GRACE_MINUTES}
        />
      )}
      <p className={styles.note}>
        {value.clock === 'arrived'
          ? 'Events count when they arrive, even if they arrive late.'
          : 'Events that arrive after this wait do not count.'}{' '}
        The alert starts when you save it. Later changes of the view do not change the alert.
      </p>
      <RulePreview owner={owner} view={value} />
    </fieldset>
  );
};

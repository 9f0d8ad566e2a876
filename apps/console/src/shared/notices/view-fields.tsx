import { MAX_GRACE_MINUTES, MAX_VIEW_MINUTES, type RuleView } from '@portico/contracts/http/rules';
import { NumberField, Segments } from '@portico/ui';
import type { OwnerChoice } from './owners.ts';
import { RulePreview } from './rule-preview.tsx';
import * as styles from './rule-form.css.ts';

const WHEN = [
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

/** The initial condition of an alert on a view. */
export const newView = (name: string, search: Readonly<Record<string, string>>): RuleView => ({
  name,
  search: { ...search },
  when: 'more',
  count: USUAL_COUNT,
  minutes: 10,
  clock: 'arrived',
  grace: 0,
});

export type ViewFieldsProps = { owner: OwnerChoice; value: RuleView; onChange: (view: RuleView) => void };

/** The condition of an alert on a view, with its preview. */
export const ViewFields = ({ owner, value, onChange }: ViewFieldsProps) => {
  const change = (fields: Partial<RuleView>) => onChange({ ...value, ...fields });
  const isMore = value.when === 'more';
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>When</legend>
      <Segments
        label="How many events"
        options={WHEN}
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
          ? 'Events count when they arrive, also those that arrive late.'
          : 'Events that arrive after this wait do not count.'}{' '}
        The alert starts when you save it. Later changes of the view do not change the alert.
      </p>
      <RulePreview owner={owner} view={value} />
    </fieldset>
  );
};

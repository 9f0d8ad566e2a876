import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { errorText } from '@portico/api-client';
import { NumberField, Segments, TextField } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { previewQuery } from '../../../shared/maintenance/maintenance.queries.ts';
import * as form from '../../../shared/notices/rule-form.css.ts';
import { fromInput, toInput } from '../../../shared/time/time-input.ts';
import * as range from '../../../shared/time/time-range.css.ts';
import { type MaintenanceDraft, timesOf } from './maintenance-draft.ts';
import { occurrenceText } from './maintenance-words.ts';
import * as styles from '../notifications.css.ts';

const KINDS = [
  { id: 'once', text: 'Once' },
  { id: 'recurring', text: 'Recurring' },
] as const;
const MAX_MINUTES = 7 * 24 * 60;

type Change = (change: Partial<MaintenanceDraft>) => void;
type MomentFieldProps = { label: string; value: string | undefined; onChange: (value: string | undefined) => void };

const MomentField = ({ label, value, onChange }: MomentFieldProps) => (
  <label className={range.field}>
    <span className={range.fieldName}>{label}</span>
    <input
      type="datetime-local"
      required
      className={range.input}
      defaultValue={value === undefined ? '' : toInput(value, 'local').slice(0, 'YYYY-MM-DDTHH:MM'.length)}
      onChange={(event) => onChange(fromInput(event.currentTarget.value, 'local'))}
    />
  </label>
);

/** The next occurrences in the draft's time zone, or the server's error about the times. */
const Preview = ({ draft }: { draft: MaintenanceDraft }) => {
  const api = useApi();
  const when = timesOf(draft);
  const { data, error } = useQuery({
    ...previewQuery(api, when ?? { kind: 'recurring', cron: '', timeZone: '', minutes: 0 }),
    enabled: when !== null,
    placeholderData: keepPreviousData,
  });
  if (when === null) return null;
  if (error) return <output className={styles.bad}>{errorText(error)}</output>;
  return (
    <output className={form.preview}>
      Next, in {draft.timeZone}:
      <ul>
        {(data?.data ?? []).map((occurrence) => (
          <li key={occurrence.from}>{occurrenceText(occurrence, draft.timeZone)}</li>
        ))}
      </ul>
    </output>
  );
};

type TimesFieldsProps = { draft: MaintenanceDraft; isOn: boolean; onChange: Change };

/** Edits the times of a maintenance window. Only the end of an active window can change. */
export const TimesFields = ({ draft, isOn, onChange }: TimesFieldsProps) => (
  <fieldset className={styles.fieldset}>
    <legend className={styles.subheading}>When</legend>
    {!isOn && <Segments label="How often" options={KINDS} value={draft.kind} onChange={(kind) => onChange({ kind })} />}
    {draft.kind === 'once' ? (
      <div className={styles.pair}>
        {!isOn && <MomentField label="From" value={draft.from} onChange={(from) => onChange({ from })} />}
        <MomentField label="To" value={draft.to} onChange={(to) => onChange({ to })} />
      </div>
    ) : (
      <>
        {!isOn && (
          <>
            <TextField
              label="Begins (cron)"
              description="Minute, hour, day, month, day of the week. Example: 0 3 * * 6 means Saturdays at 3:00."
              value={draft.cron}
              maxLength={100}
              onChange={(cron) => onChange({ cron })}
            />
            <TextField label="Time zone" value={draft.timeZone} onChange={(timeZone) => onChange({ timeZone })} />
          </>
        )}
        <NumberField
          label="Minutes"
          minValue={1}
          maxValue={MAX_MINUTES}
          value={draft.minutes}
          onChange={(minutes) => onChange({ minutes })}
        />
        {!isOn && <Preview draft={draft} />}
      </>
    )}
  </fieldset>
);

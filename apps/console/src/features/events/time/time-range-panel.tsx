import { Check } from 'lucide-react';
import { useId, useState, type SubmitEvent } from 'react';
import { Button, Icon, Segments } from '@portico/ui';
import { fromInput, toInput } from './time-input.ts';
import { RANGES, type TimeRange } from './time-range.ts';
import { chooseTimeZone, useTimeZone } from './time-zone.ts';
import * as styles from './time-range.css.ts';

export type TimeRangePanelProps = { value: TimeRange; onChange: (range: TimeRange) => void; onClose: () => void };

const ZONES = [
  { id: 'local', text: 'Local time' },
  { id: 'utc', text: 'UTC' },
] as const;

const WRONG_ORDER = 'The end should be after the start';

/** Two moments, either of which may be left out. */
const Moments = ({ value, onApply }: { value: TimeRange; onApply: (range: TimeRange) => void }) => {
  const zone = useTimeZone();
  const [from, setFrom] = useState(value.from);
  const [to, setTo] = useState(value.to);
  const [isRefused, setIsRefused] = useState(false);
  const fault = useId();
  const apply = (event: SubmitEvent) => {
    event.preventDefault();
    const isWrong = from !== undefined && to !== undefined && from >= to;
    setIsRefused(isWrong);
    if (!isWrong) onApply({ from, to });
  };
  const field = (label: string, moment: string | undefined, change: (moment: string | undefined) => void) => (
    <label className={styles.field}>
      <span className={styles.fieldName}>{label}</span>
      <input
        type="datetime-local"
        step={1}
        className={styles.input}
        // Another clock says the same moment in other words.
        key={zone}
        defaultValue={moment === undefined ? '' : toInput(moment, zone)}
        onChange={(event) => change(fromInput(event.currentTarget.value, zone))}
        {...(isRefused && { 'aria-invalid': true, 'aria-describedby': fault })}
      />
    </label>
  );
  return (
    <form className={styles.moments} onSubmit={apply} noValidate>
      {field('From', from, setFrom)}
      {field('To', to, setTo)}
      {isRefused && (
        <p id={fault} role="alert" className={styles.fault}>
          {WRONG_ORDER}
        </p>
      )}
      <Button type="submit" size="sm">
        Apply
      </Button>
    </form>
  );
};

/** Ranges that end now, two moments, and the clock by which times are shown everywhere on the screen. */
export const TimeRangePanel = ({ value, onChange, onClose }: TimeRangePanelProps) => {
  const zone = useTimeZone();
  const choose = (range: TimeRange) => {
    onChange(range);
    onClose();
  };
  const isAllTime = value.range === undefined && value.from === undefined && value.to === undefined;
  const preset = (text: string, isChosen: boolean, range: TimeRange) => (
    <li key={text}>
      <button type="button" className={styles.preset} aria-pressed={isChosen} onClick={() => choose(range)}>
        {text}
        {isChosen && <Icon of={Check} size="sm" />}
      </button>
    </li>
  );
  return (
    <div className={styles.panel}>
      <ul className={styles.presets}>
        {preset('All time', isAllTime, {})}
        {RANGES.map(({ id, text }) => preset(text, id === value.range, { range: id }))}
      </ul>
      <div className={styles.side}>
        <Moments value={value} onApply={choose} />
        <Segments label="Clock" options={ZONES} value={zone} onChange={chooseTimeZone} />
      </div>
    </div>
  );
};

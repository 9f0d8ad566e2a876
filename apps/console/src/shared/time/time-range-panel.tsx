import { useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useId, useState, type SubmitEvent } from 'react';
import { Button, Icon, Segments, type TimeZone } from '@portico/ui';
import { fromInput, toInput } from './time-input.ts';
import { relativeText } from './relative-range.ts';
import { isBounded, RANGES, type TimeRange } from './time-range.ts';
import { chooseTimeZone, useTimeZone } from './time-zone.ts';
import { typedRange } from './typed-range.ts';
import * as styles from './time-range.css.ts';

export type TimeRangePanelProps = { value: TimeRange; onChange: (range: TimeRange) => void; onClose: () => void };

const ZONES = [
  { id: 'local', text: 'Local time' },
  { id: 'utc', text: 'UTC' },
] as const;

const NO_RANGE = 'Type -2h, 30 minutes, today, yesterday, or now-7d to now-1d';
const WRONG_ORDER = 'The end should be after the start';

const CustomRange = ({ value, onApply }: { value: TimeRange; onApply: (range: TimeRange) => void }) => {
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
        // Resets the field when the time zone changes, because the same time has a different text in another time zone.
        key={zone}
        defaultValue={moment === undefined ? '' : toInput(moment, zone)}
        onChange={(event) => change(fromInput(event.currentTarget.value, zone))}
        {...(isRefused && { 'aria-invalid': true, 'aria-describedby': fault })}
      />
    </label>
  );
  return (
    <form className={styles.customRange} onSubmit={apply} noValidate>
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

const Typed = ({ onApply }: { onApply: (range: TimeRange) => void }) => {
  const [text, setText] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const note = useId();
  const apply = (event: SubmitEvent) => {
    event.preventDefault();
    const range = typedRange(text);
    setIsRefused(range === undefined);
    if (range !== undefined) onApply({ range });
  };
  return (
    <form onSubmit={apply} noValidate>
      <label className={styles.field}>
        <span className={styles.fieldName}>Relative</span>
        <input
          className={styles.input}
          value={text}
          placeholder="-2h, yesterday, now-7d to now-1d"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.currentTarget.value)}
          {...(isRefused && { 'aria-invalid': true, 'aria-describedby': note })}
        />
      </label>
      {isRefused && (
        <p id={note} role="alert" className={styles.fault}>
          {NO_RANGE}
        </p>
      )}
    </form>
  );
};

export const TimeRangePanel = ({ value, onChange, onClose }: TimeRangePanelProps) => {
  const zone = useTimeZone();
  const queryClient = useQueryClient();
  // Refetches everything, because today is a different day in another time zone.
  const chooseClock = (clock: TimeZone) => {
    chooseTimeZone(clock);
    void queryClient.invalidateQueries();
  };
  const choose = (range: TimeRange) => {
    onChange(range);
    onClose();
  };
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
        {preset('All time', !isBounded(value), {})}
        {RANGES.map((range) => preset(relativeText(range), range === value.range, { range }))}
      </ul>
      <div className={styles.side}>
        <Typed onApply={choose} />
        <CustomRange value={value} onApply={choose} />
        <Segments label="Clock" options={ZONES} value={zone} onChange={chooseClock} />
      </div>
    </div>
  );
};

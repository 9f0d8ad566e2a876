import { useState } from 'react';
import { formatTime, Note, Select } from '@portico/ui';
import { ActionDialog, type ActionDialogProps } from '../messages/action-dialog.tsx';
import { serverNow } from './server-clock.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Returns a function that computes 8:00 local time, `days` days after `now`. */
export const morning = (days: number) => (now: number) => new Date(now + days * DAY).setHours(8, 0, 0, 0);

type Span<Value> = { value: Value; text: string; until: (now: number) => number };

type UntilDialogProps<Value> = Omit<ActionDialogProps, 'onAct' | 'children'> & {
  spans: readonly [Span<Value>, ...Span<Value>[]];
  initial: Value;
  note: string;
  /** @param until end time in ISO 8601 */
  onAct: (until: string) => void;
};

/** A dialog that asks until when an action applies, such as a pause. */
export const UntilDialog = <Value extends string>(props: UntilDialogProps<Value>) => {
  const { spans, initial, note, onAct, ...dialog } = props;
  const [span, setSpan] = useState(initial);
  const [now] = useState(serverNow);
  const until = (spans.find(({ value }) => value === span) ?? spans[0]).until(now);
  return (
    <ActionDialog {...dialog} onAct={() => onAct(new Date(until).toISOString())}>
      <Note>{note}</Note>
      <Select
        label="For how long"
        options={spans}
        value={span}
        onChange={setSpan}
        description={`Until ${formatTime(until, 'local', 'short')}`}
      />
    </ActionDialog>
  );
};

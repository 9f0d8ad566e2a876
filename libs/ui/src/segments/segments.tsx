import { useId, type ReactNode } from 'react';
import { visuallyHidden } from '../theme/visually-hidden.css.ts';
import * as styles from './segments.css.ts';

type SegmentsProps<Id extends string> = {
  label: string;
  options: readonly { id: Id; text: ReactNode }[];
  value: Id;
  onChange: (id: Id) => void;
};

/** A choice among a few visible options: radio buttons in a row, operated with the arrow keys. */
export const Segments = <Id extends string>({ label, options, value, onChange }: SegmentsProps<Id>) => {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={visuallyHidden}>{label}</legend>
      {options.map(({ id, text }) => (
        <label key={id} className={styles.segment}>
          <input
            type="radio"
            className={visuallyHidden}
            name={name}
            value={id}
            checked={id === value}
            onChange={() => onChange(id)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
};

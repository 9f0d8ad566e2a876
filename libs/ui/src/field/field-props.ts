import type { Fault } from './fault.ts';

/** As high as a Button of the same size. */
export type ControlSize = 'sm' | 'default' | 'lg';

/** What every field of a form understands, whatever kind of value it holds. */
export type FieldProps = {
  label: string;
  /** Stands under the field, and is read out with it. */
  description?: string;
  /** Stands under the field instead of the description, and marks the field as faulty. */
  error?: Fault;
  /** Marks the label. Whether a value is missing is for the schema to say. */
  isRequired?: boolean;
  isDisabled?: boolean;
  name?: string;
  size?: ControlSize;
  onBlur?: () => void;
};

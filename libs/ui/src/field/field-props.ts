import type { Fault } from './fault.ts';

/** The size of a control, which is as tall as a Button of the same size. */
type ControlSize = 'sm' | 'default' | 'lg';

export type FieldProps = {
  label: string;
  /** Appears under the field; screen readers announce it with the field. */
  description?: string;
  /** Replaces the description, and marks the field as invalid. */
  error?: Fault;
  /** Adds a mark to the label. It does not validate; the form's schema does. */
  isRequired?: boolean;
  isDisabled?: boolean;
  name?: string;
  size?: ControlSize;
  onBlur?: () => void;
};

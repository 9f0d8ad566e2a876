import { Minus, Plus } from 'lucide-react';
import type { Ref } from 'react';
import { Button } from 'react-aria-components/Button';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import {
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaNumberFieldProps,
} from 'react-aria-components/NumberField';
import { faultText } from '../field/fault.ts';
import * as fieldStyles from '../field/field.css.ts';
import type { FieldProps } from '../field/field-props.ts';
import { FieldLabel, FieldNote, fieldProps } from '../field/field.tsx';
import { Icon } from '../icon/icon.tsx';
import * as styles from './number-field.css.ts';

type NumberFieldProps = FieldProps &
  Pick<AriaNumberFieldProps, 'autoFocus' | 'formatOptions' | 'minValue' | 'maxValue' | 'step'> & {
    /** Null and undefined: the field is empty. */
    value: number | null | undefined;
    /** A method instead of a property: the types then also accept the binding of a required field, which cannot be null. */
    onChange(value: number | null): void;
    placeholder?: string;
    isReadOnly?: boolean;
    ref?: Ref<HTMLInputElement>;
  };

/** A number in the browser's locale, with step buttons and arrow keys. A number out of range moves to the limit on blur. */
export const NumberField = (props: NumberFieldProps) => {
  const { label, description, error, name, size = 'default', value, onChange, placeholder, ref, ...rest } = props;
  const fault = faultText(error);
  return (
    <AriaNumberField
      {...rest}
      {...fieldProps(name, fault)}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
    >
      <FieldLabel>{label}</FieldLabel>
      <Group className={`${fieldStyles.control} ${fieldStyles.size[size]} ${styles.group}`}>
        <Input
          {...(ref !== undefined && { ref })}
          {...(placeholder !== undefined && { placeholder })}
          className={styles.input}
        />
        <Button slot="decrement" className={styles.step}>
          <Icon of={Minus} size="sm" />
        </Button>
        <Button slot="increment" className={styles.step}>
          <Icon of={Plus} size="sm" />
        </Button>
      </Group>
      <FieldNote error={fault} description={description} />
    </AriaNumberField>
  );
};

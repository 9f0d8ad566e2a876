import type { Ref } from 'react';
import { SwitchButton, SwitchField } from 'react-aria-components/Switch';
import { faultText } from '../field/fault.ts';
import type { FieldProps } from '../field/field-props.ts';
import { FieldNote, fieldProps } from '../field/field.tsx';
import * as styles from './switch.css.ts';

type SwitchProps = Omit<FieldProps, 'size'> & {
  /** Whether the switch is on; undefined means off. */
  value: boolean | undefined;
  onChange: (value: boolean) => void;
  isReadOnly?: boolean;
  ref?: Ref<HTMLInputElement>;
};

export const Switch = ({ label, description, error, name, value, ref, ...rest }: SwitchProps) => {
  const fault = faultText(error);
  return (
    <SwitchField
      {...rest}
      {...fieldProps(name, fault)}
      {...(ref !== undefined && { inputRef: ref })}
      isSelected={value ?? false}
      className={styles.field}
    >
      <SwitchButton className={styles.row}>
        <span className={styles.track}>
          <span className={styles.thumb} />
        </span>
        <span>{label}</span>
      </SwitchButton>
      <div className={styles.notes}>
        <FieldNote error={fault} description={description} />
      </div>
    </SwitchField>
  );
};

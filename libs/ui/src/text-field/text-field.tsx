import type { Ref } from 'react';
import { Input } from 'react-aria-components/Input';
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField';
import { faultText } from '../field/fault.ts';
import * as styles from '../field/field.css.ts';
import type { FieldProps } from '../field/field-props.ts';
import { FieldLabel, FieldNote, fieldProps } from '../field/field.tsx';

type TextFieldProps = FieldProps &
  Pick<AriaTextFieldProps, 'autoComplete' | 'autoFocus' | 'inputMode' | 'maxLength' | 'minLength' | 'spellCheck'> & {
    value: string | null | undefined;
    onChange: (value: string) => void;
    type?: 'text' | 'email' | 'tel' | 'search' | 'password';
    placeholder?: string;
    isReadOnly?: boolean;
    ref?: Ref<HTMLInputElement>;
  };

export const TextField = (props: TextFieldProps) => {
  const { label, description, error, name, size = 'default', value, placeholder, ref, ...rest } = props;
  const fault = faultText(error);
  return (
    <AriaTextField {...rest} {...fieldProps(name, fault)} value={value ?? ''}>
      <FieldLabel>{label}</FieldLabel>
      <Input
        {...(ref !== undefined && { ref })}
        {...(placeholder !== undefined && { placeholder })}
        className={`${styles.control} ${styles.size[size]}`}
      />
      <FieldNote error={fault} description={description} />
    </AriaTextField>
  );
};

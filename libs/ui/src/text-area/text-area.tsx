import type { Ref } from 'react';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField';
import { faultText } from '../field/fault.ts';
import * as fieldStyles from '../field/field.css.ts';
import type { FieldProps } from '../field/field-props.ts';
import { FieldLabel, FieldNote, fieldProps } from '../field/field.tsx';
import * as styles from './text-area.css.ts';

type TextAreaProps = Omit<FieldProps, 'size'> &
  Pick<AriaTextFieldProps, 'autoFocus' | 'maxLength' | 'minLength' | 'spellCheck'> & {
    /** Null and undefined: the text area is empty. */
    value: string | null | undefined;
    onChange: (value: string) => void;
    placeholder?: string;
    isReadOnly?: boolean;
    /** Minimum number of lines; the text area grows with its text. */
    rows?: number;
    ref?: Ref<HTMLTextAreaElement>;
  };

export const TextArea = (props: TextAreaProps) => {
  const { label, description, error, name, value, placeholder, rows = 3, ref, ...rest } = props;
  const fault = faultText(error);
  return (
    <AriaTextField {...rest} {...fieldProps(name, fault)} value={value ?? ''}>
      <FieldLabel>{label}</FieldLabel>
      <AriaTextArea
        {...(ref !== undefined && { ref })}
        {...(placeholder !== undefined && { placeholder })}
        rows={rows}
        className={`${fieldStyles.control} ${styles.area}`}
      />
      <FieldNote error={fault} description={description} />
    </AriaTextField>
  );
};

import { Check, ChevronDown } from 'lucide-react';
import type { Ref } from 'react';
import { Button } from 'react-aria-components/Button';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { faultText } from '../field/fault.ts';
import * as fieldStyles from '../field/field.css.ts';
import type { FieldProps } from '../field/field-props.ts';
import { FieldLabel, FieldNote, fieldProps } from '../field/field.tsx';
import { Icon } from '../icon/icon.tsx';
import * as styles from './select.css.ts';

type SelectOption<Value extends string> = { value: Value; text: string; isDisabled?: boolean };

type SelectProps<Value extends string> = FieldProps & {
  options: readonly SelectOption<Value>[];
  /** The selected value. For null and undefined, the placeholder appears. */
  value: Value | null | undefined;
  onChange: (value: NoInfer<Value>) => void;
  placeholder?: string;
  ref?: Ref<HTMLButtonElement>;
};

/** A choice of one option. Typing selects the option that begins with the typed text, even while the list is closed. */
export const Select = <Value extends string>(props: SelectProps<Value>) => {
  const {
    label,
    description,
    error,
    name,
    size = 'default',
    options,
    value,
    onChange,
    placeholder,
    ref,
    ...rest
  } = props;
  const fault = faultText(error);
  return (
    <AriaSelect
      {...rest}
      {...fieldProps(name, fault)}
      value={value ?? null}
      onChange={(key) => {
        const picked = options.find((option) => option.value === key);
        if (picked) onChange(picked.value);
      }}
      placeholder={placeholder ?? 'Select an option'}
    >
      <FieldLabel>{label}</FieldLabel>
      <Button
        {...(ref !== undefined && { ref })}
        className={`${fieldStyles.control} ${fieldStyles.size[size]} ${styles.trigger}`}
      >
        <SelectValue className={styles.value}>
          {({ isPlaceholder, selectedText, defaultChildren }) => (isPlaceholder ? defaultChildren : selectedText)}
        </SelectValue>
        <span className={styles.chevron}>
          <Icon of={ChevronDown} size="sm" />
        </span>
      </Button>
      <FieldNote error={fault} description={description} />
      <Popover offset={6} className={styles.dropdown}>
        <ListBox className={styles.list}>
          {options.map((option) => (
            <ListBoxItem
              key={option.value}
              id={option.value}
              textValue={option.text}
              isDisabled={option.isDisabled === true}
              className={styles.option}
            >
              {({ isSelected }) => (
                <>
                  <span className={styles.optionText}>{option.text}</span>
                  {isSelected && <Icon of={Check} />}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
};

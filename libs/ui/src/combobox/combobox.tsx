import { ChevronDown, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, type ButtonProps } from 'react-aria-components/Button';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue, type Key } from 'react-aria-components/Select';
import { faultText } from '../field/fault.ts';
import * as fieldStyles from '../field/field.css.ts';
import type { FieldProps } from '../field/field-props.ts';
import { FieldLabel, FieldNote, fieldProps } from '../field/field.tsx';
import { Icon } from '../icon/icon.tsx';
import * as selectStyles from '../select/select.css.ts';
import * as styles from './combobox.css.ts';
import type { ComboboxItem } from './combobox-item.ts';
import { ADDITION, ComboboxList } from './combobox-list.tsx';
import { type Load, type ServerSearch, useServerSearch } from './use-server-search.ts';

type AdditionOptions<Id extends Key> = {
  search: ServerSearch<ComboboxItem<Id>>;
  onCreate: ((text: string) => Promise<ComboboxItem<Id>>) | undefined;
  onCreated: (item: ComboboxItem<Id>) => void;
};

const caseless = (text: string): string => text.normalize('NFC').toLowerCase();

/** Offers to add the typed text if adding is allowed and no item has this name (ignoring case). */
const useAddition = <Id extends Key>({ search, onCreate, onCreated }: AdditionOptions<Id>) => {
  const [isPending, setIsPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const typed = search.term.trim();
  const folded = caseless(typed);
  const isKnown = search.items.some((item) => caseless(item.text) === folded);
  const text = onCreate && typed !== '' && search.status === 'ready' && !isKnown ? typed : null;
  const create = async () => {
    if (text === null || !onCreate) return;
    setIsPending(true);
    try {
      onCreated(await onCreate(text));
    } catch (reason) {
      setFault(reason instanceof Error ? reason.message : `“${text}” could not be added.`);
    } finally {
      setIsPending(false);
    }
  };
  return { text, isPending, fault, create: () => void create(), forget: () => setFault(null) };
};

export type ComboboxProps<Id extends Key> = FieldProps & {
  value: Id | null | undefined;
  /** Called with null when cleared. */
  onChange: (value: NoInfer<Id> | null) => void;
  /** The initially selected item, so that its text is known without a search. */
  chosen?: ComboboxItem<NoInfer<Id>> | null;
  /** Loads the first few matches; an empty search matches all items. `signal` cancels the request. */
  load: Load<ComboboxItem<Id>>;
  /** If set, the user can add a typed text without a match. If the promise rejects, the selection stays and the message is shown. */
  onCreate?: (text: string) => Promise<ComboboxItem<NoInfer<Id>>>;
  placeholder?: string;
  searchPlaceholder?: string;
};

/** Selects one of many items through a server search. The selected item stays selected during later searches. */
export const Combobox = <Id extends Key>(props: ComboboxProps<Id>) => {
  const { label, description, error, name, size = 'default', value, onChange, chosen, load, onCreate, ...more } = props;
  const { placeholder = 'Select an option', searchPlaceholder = 'Search...', isDisabled = false, ...rest } = more;
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [pickedItem, setPickedItem] = useState(chosen ?? null);
  const search = useServerSearch(load, isOpen);
  const pick = (item: ComboboxItem<Id> | null) => {
    setPickedItem(item);
    onChange(item?.id ?? null);
  };
  const addition = useAddition({ search, onCreate, onCreated: pick });
  const current = [pickedItem, chosen].find((item) => item?.id === value);
  const isEmpty = value === null || value === undefined;
  const fault = faultText(addition.fault) ?? faultText(error);
  const isClearable = !isEmpty && !isDisabled && !addition.isPending;

  const open = (opens: boolean) => {
    setIsOpen(opens);
    if (opens) addition.forget();
    else search.setTerm('');
  };
  const select = (key: Key | null) => {
    if (key === ADDITION) addition.create();
    else pick(search.items.find((item) => item.id === key) ?? null);
  };
  const clear = () => {
    pick(null);
    // Moves the focus, because the pressed clear button disappears.
    trigger.current?.focus();
  };
  const clearByKey: ButtonProps['onKeyDown'] = (event) => {
    if (isClearable && (event.key === 'Delete' || event.key === 'Backspace')) pick(null);
    else event.continuePropagation();
  };

  return (
    <AriaSelect
      {...rest}
      {...fieldProps(name, fault)}
      value={value ?? null}
      onChange={select}
      isOpen={isOpen}
      onOpenChange={open}
      allowsEmptyCollection
      isDisabled={isDisabled || addition.isPending}
    >
      <FieldLabel>{label}</FieldLabel>
      <div className={styles.box}>
        <Button
          ref={trigger}
          onKeyDown={clearByKey}
          className={`${fieldStyles.control} ${fieldStyles.size[size]} ${styles.trigger}`}
        >
          <SelectValue
            className={styles.value}
            {...(isEmpty && { 'data-empty': true })}
            {...(isClearable && { 'data-clearable': true })}
          >
            {addition.isPending ? 'Please wait' : (current?.text ?? (isEmpty ? placeholder : String(value)))}
          </SelectValue>
          <span className={selectStyles.chevron}>
            <Icon of={ChevronDown} size="sm" />
          </span>
        </Button>
        {isClearable && (
          <Button slot={null} className={styles.clear} aria-label={`Clear ${label}`} onPress={clear}>
            <Icon of={X} size="sm" />
          </Button>
        )}
      </div>
      <FieldNote error={fault} description={description} />
      <Popover offset={6} className={styles.popover}>
        <ComboboxList placeholder={searchPlaceholder} search={search} addition={addition.text} />
      </Popover>
    </AriaSelect>
  );
};

import { Check, Plus, Search } from 'lucide-react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Input } from 'react-aria-components/Input';
import { Collection, ListBox, ListBoxItem, type ListBoxProps } from 'react-aria-components/ListBox';
import { TextField } from 'react-aria-components/TextField';
import { Button } from '../button/button.tsx';
import { Icon } from '../icon/icon.tsx';
import * as optionStyles from '../select/select.css.ts';
import { visuallyHidden } from '../theme/visually-hidden.css.ts';
import * as styles from './combobox.css.ts';
import type { ComboboxItem } from './combobox-item.ts';
import type { ServerSearch } from './use-server-search.ts';

/** Key of the entry that adds the typed text; no item uses it. */
export const ADDITION = ':add:';

const AUTO_FOCUS = { autoFocus: true };
/** Connects the search to the list: arrow keys move through the list while the focus stays in the search. */
const EXPANDED = { role: 'combobox', 'aria-expanded': true };
/** In a Select, the list focuses the selected option. Here the first result is active instead. */
const UNFOCUSED = { autoFocus: false };

type ComboboxListProps = {
  placeholder: string;
  search: ServerSearch<ComboboxItem>;
  /** The text that the last entry offers to add; null for no such entry. */
  addition: string | null;
  /** The selection, if no surrounding Select provides it. */
  selection?: Pick<ListBoxProps<ComboboxItem>, 'aria-label' | 'selectionMode' | 'selectedKeys' | 'onSelectionChange'>;
};

const Status = ({ search, hasEntries }: { search: ServerSearch<ComboboxItem>; hasEntries: boolean }) => {
  if (search.status === 'failed')
    return (
      <div role="alert" className={styles.status} data-tone="danger">
        The list could not be loaded.
        <Button size="sm" variant="secondary" onPress={search.retry}>
          Try again
        </Button>
      </div>
    );
  if (search.status === 'loading')
    return (
      <output className={styles.status}>
        <span aria-hidden className={styles.spinner} />
        Searching…
      </output>
    );
  const count = search.items.length;
  const result = count === 1 ? '1 result' : `${count} results`;
  return (
    <output className={hasEntries ? visuallyHidden : styles.status}>{count === 0 ? 'No results.' : result}</output>
  );
};

const Option = ({ item }: { item: ComboboxItem }) => (
  <ListBoxItem id={item.id} textValue={item.text} className={optionStyles.option}>
    {({ isSelected }) => (
      <>
        <span className={optionStyles.optionText}>{item.text}</span>
        {item.note !== undefined && <span className={optionStyles.optionNote}>{item.note}</span>}
        {isSelected && <Icon of={Check} />}
      </>
    )}
  </ListBoxItem>
);

export const ComboboxList = ({ placeholder, search, addition, selection = {} }: ComboboxListProps) => (
  <div className={styles.panel}>
    <Autocomplete inputValue={search.term} onInputChange={search.setTerm}>
      <TextField {...AUTO_FOCUS} aria-label={placeholder} className={styles.search}>
        <span className={styles.glass}>
          <Icon of={Search} />
        </span>
        <Input {...EXPANDED} className={styles.input} placeholder={placeholder} />
      </TextField>
      <ListBox {...UNFOCUSED} {...selection} className={styles.list} renderEmptyState={() => null}>
        <Collection items={search.items}>{(item) => <Option item={item} />}</Collection>
        {addition !== null && (
          <ListBoxItem
            id={ADDITION}
            textValue={`Add ${addition}`}
            className={`${optionStyles.option} ${styles.addition}`}
          >
            <Icon of={Plus} />
            <span className={optionStyles.optionText}>Add “{addition}”</span>
          </ListBoxItem>
        )}
      </ListBox>
    </Autocomplete>
    <Status search={search} hasEntries={search.items.length > 0 || addition !== null} />
  </div>
);

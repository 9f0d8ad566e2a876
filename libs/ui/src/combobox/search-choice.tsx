import type { ReactNode } from 'react';
import { ComboboxList } from './combobox-list.tsx';
import * as styles from './combobox.css.ts';
import type { ServerSearch } from './use-server-search.ts';

type SearchChoiceProps = {
  label: string;
  placeholder: string;
  search: ServerSearch<{ id: string; text: string }>;
  value: string | null;
  /** Called with the selected item, or with null if the user selects the selected item again. */
  onChange: (value: string | null) => void;
  note?: ReactNode;
};

/** A server search in an open panel, in which the user selects one item. */
export const SearchChoice = ({ label, placeholder, search, value, onChange, note }: SearchChoiceProps) => (
  <>
    <ComboboxList
      placeholder={placeholder}
      search={search}
      addition={null}
      selection={{
        'aria-label': label,
        selectionMode: 'single',
        selectedKeys: value === null ? [] : [value],
        onSelectionChange: (keys) => keys !== 'all' && onChange([...keys].map(String)[0] ?? null),
      }}
    />
    {note !== undefined && <p className={styles.note}>{note}</p>}
  </>
);

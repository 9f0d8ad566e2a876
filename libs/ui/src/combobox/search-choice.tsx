import type { ReactNode } from 'react';
import { ComboboxList } from './combobox-list.tsx';
import * as styles from './combobox.css.ts';
import type { ServerSearch } from './use-server-search.ts';

export type SearchChoiceProps = {
  label: string;
  placeholder: string;
  search: ServerSearch<{ id: string; text: string }>;
  value: string | null;
  /** Selecting the selected item again clears it. */
  onChange: (value: string | null) => void;
  /** Below the results. */
  note?: ReactNode;
};

/** A server search with selection in an open panel. */
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

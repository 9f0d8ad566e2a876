import { MenuButton } from '../menu/menu-button.tsx';
import { FilterFace } from './filter-face.tsx';
import * as styles from './filter.css.ts';

export type FilterProps = {
  label: string;
  options: readonly string[];
  /** The picked option, or null. */
  value: string | null;
  onChange: (value: string | null) => void;
};

/** Narrows a list to one value of a field. Picking the picked value again clears it. */
export const Filter = ({ label, options, value, onChange }: FilterProps) => {
  // A value that came by URL stays visible, and can be cleared, even when it is not on offer.
  const offered = value === null || options.includes(value) ? options : [value, ...options];
  return (
    <MenuButton
      label={label}
      className={styles.trigger}
      groups={[
        {
          entries: offered.map((option) => ({ id: option, text: option })),
          selected: value,
          onAction: (option) => onChange(option === value ? null : option),
        },
      ]}
      isMarked={value !== null}
    >
      <FilterFace label={label} value={value} />
    </MenuButton>
  );
};

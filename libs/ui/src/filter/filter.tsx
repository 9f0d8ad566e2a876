import { MenuButton } from '../menu/menu-button.tsx';
import { FilterFace } from './filter-face.tsx';
import * as styles from './filter.css.ts';

type FilterProps = {
  label: string;
  options: readonly string[];
  value: string | null;
  onChange: (value: string | null) => void;
};

/** Filters a list by one value of a field. Selecting the value again clears it. */
export const Filter = ({ label, options, value, onChange }: FilterProps) => {
  // Adds a value from the URL that is not among the options, so that the user can see and clear it.
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

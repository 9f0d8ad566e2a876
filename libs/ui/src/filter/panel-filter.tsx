import { PopoverButton, type PopoverButtonProps } from '../popover/popover-button.tsx';
import { FilterFace } from './filter-face.tsx';
import * as styles from './filter.css.ts';

type PanelFilterProps = Pick<PopoverButtonProps, 'label' | 'renderPanel'> & {
  value: string | null;
};

/** A filter with a search panel, for too many values for a menu. */
export const PanelFilter = ({ label, value, renderPanel }: PanelFilterProps) => (
  <PopoverButton label={label} className={styles.trigger} renderPanel={renderPanel} isMarked={value !== null}>
    <FilterFace label={label} value={value} />
  </PopoverButton>
);

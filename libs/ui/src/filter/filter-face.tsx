import { ChevronDown } from 'lucide-react';
import { Icon } from '../icon/icon.tsx';
import * as styles from './filter.css.ts';

export const FilterFace = ({ label, value }: { label: string; value: string | null }) => (
  <>
    <span className={styles.name}>{label}</span>
    <span className={styles.value} {...(value === null && { 'data-empty': true })}>
      {value ?? 'Select Filter'}
    </span>
    <span className={styles.chevron}>
      <Icon of={ChevronDown} size="sm" />
    </span>
  </>
);

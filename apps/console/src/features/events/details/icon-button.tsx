import type { LucideIcon } from 'lucide-react';
import { Icon } from '@portico/ui';
import * as styles from './details.css.ts';

export type IconButtonProps = { icon: LucideIcon; label: string; onPress: () => void; isDisabled?: boolean };

/** A small button beside a value. */
export const IconButton = ({ icon, label, onPress, isDisabled = false }: IconButtonProps) => (
  <button
    type="button"
    className={styles.iconButton}
    aria-label={label}
    title={label}
    disabled={isDisabled}
    onClick={onPress}
  >
    <Icon of={icon} size="sm" />
  </button>
);

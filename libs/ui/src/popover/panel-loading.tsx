import { Skeleton } from '../skeleton/skeleton.tsx';
import { visuallyHidden } from '../theme/visually-hidden.css.ts';
import * as styles from './popover.css.ts';

/** The fallback of a panel while its code loads. Its minimum size keeps the panel from opening too small. */
export const PanelLoading = ({ label }: { label: string }) => (
  <div className={styles.loading} aria-busy>
    <output className={visuallyHidden}>Loading {label}</output>
    <Skeleton width="60%" />
    <Skeleton />
    <Skeleton width="80%" />
  </div>
);

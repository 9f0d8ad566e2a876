import { Skeleton } from '../skeleton/skeleton.tsx';
import { visuallyHidden } from '../theme/visually-hidden.css.ts';
import * as styles from './popover.css.ts';

/** Stands in a panel until its code is there; as large as a small one, so that it does not open as a sliver. */
export const PanelLoading = ({ label }: { label: string }) => (
  <div className={styles.loading} aria-busy>
    <output className={visuallyHidden}>Loading {label}</output>
    <Skeleton width="60%" />
    <Skeleton />
    <Skeleton width="80%" />
  </div>
);

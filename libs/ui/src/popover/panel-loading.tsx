import { Skeleton } from '../skeleton/skeleton.tsx';
import { visuallyHidden } from '../theme/visually-hidden.css.ts';
import * as styles from './popover.css.ts';

/** A panel's fallback while its code loads; large enough not to open as a sliver. */
export const PanelLoading = ({ label }: { label: string }) => (
  <div className={styles.loading} aria-busy>
    <output className={visuallyHidden}>Loading {label}</output>
    <Skeleton width="60%" />
    <Skeleton />
    <Skeleton width="80%" />
  </div>
);

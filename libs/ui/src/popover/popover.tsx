import { Suspense, type ReactNode, type RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover as AriaPopover } from 'react-aria-components/Popover';
import { Part } from '../part/part.tsx';
import { Skeleton } from '../skeleton/skeleton.tsx';
import { visuallyHidden } from '../theme/visually-hidden.css.ts';
import * as styles from './popover.css.ts';

export type PopoverProps = {
  label: string;
  triggerRef: RefObject<HTMLElement | null>;
  placement: 'bottom start' | 'bottom end';
  onClose: () => void;
  children: ReactNode;
};

/** As large as a small panel, so that it does not open as a sliver. */
const Loading = ({ label }: Pick<PopoverProps, 'label'>) => (
  <div className={styles.loading} aria-busy>
    <output className={visuallyHidden}>Loading {label}</output>
    <Skeleton width="60%" />
    <Skeleton />
    <Skeleton width="80%" />
  </div>
);

/** An open panel at a button. Escape and a click outside close it; focus goes back to the button. */
export const Popover = ({ label, triggerRef, placement, onClose, children }: PopoverProps) => (
  <AriaPopover
    isOpen
    onOpenChange={(isOpen) => !isOpen && onClose()}
    triggerRef={triggerRef}
    placement={placement}
    offset={6}
    className={styles.popover}
  >
    <Dialog aria-label={label} className={styles.content}>
      <Suspense fallback={<Loading label={label} />}>
        <Part>{children}</Part>
      </Suspense>
    </Dialog>
  </AriaPopover>
);

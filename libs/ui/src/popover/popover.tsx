import { Suspense, type ReactNode, type RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover as AriaPopover } from 'react-aria-components/Popover';
import { Part } from '../part/part.tsx';
import { PanelLoading } from './panel-loading.tsx';
import * as styles from './popover.css.ts';

export type PopoverProps = {
  label: string;
  triggerRef: RefObject<HTMLElement | null>;
  placement: 'bottom start' | 'bottom end';
  onClose: () => void;
  children: ReactNode;
};

/** A panel at a button, open while mounted. Escape and a click outside call `onClose`; the focus returns to the button. */
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
      <Suspense fallback={<PanelLoading label={label} />}>
        <Part>{children}</Part>
      </Suspense>
    </Dialog>
  </AriaPopover>
);

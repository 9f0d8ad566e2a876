import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import * as styles from './dialog.css.ts';

/** A panel at the left edge, open while mounted. Escape and a click outside call `onClose`. */
export const Drawer = ({ label, children, onClose }: { label: string; children: ReactNode; onClose: () => void }) => (
  <ModalOverlay isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()} className={styles.overlayAt.start}>
    <Modal className={styles.drawer}>
      <Dialog aria-label={label} className={styles.content}>
        {children}
      </Dialog>
    </Modal>
  </ModalOverlay>
);

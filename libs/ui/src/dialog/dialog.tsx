import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Button } from '../button/button.tsx';
import { Icon } from '../icon/icon.tsx';
import { Part } from '../part/part.tsx';
import * as styles from './dialog.css.ts';

export type DialogProps = {
  title: string;
  children: ReactNode;
  footer?: ReactNode;
  tools?: ReactNode;
  /** `center`: a box in the middle. `end` and `start`: panels along an edge that leave the page visible. */
  placement?: 'center' | 'end' | 'start';
  onClose: () => void;
};

/** A modal dialog, open while mounted. Escape, a click outside and the close button call `onClose`; the focus returns. */
export const Dialog = ({ title, children, footer, tools, placement = 'center', onClose }: DialogProps) => (
  <ModalOverlay
    isOpen
    isDismissable
    onOpenChange={(isOpen) => !isOpen && onClose()}
    className={styles.overlayAt[placement]}
  >
    <Modal className={styles.panelAt[placement]}>
      <AriaDialog className={styles.content}>
        <header className={styles.header}>
          <Heading slot="title" className={styles.title}>
            {title}
          </Heading>
          <div className={styles.tools}>
            {tools}
            <Button variant="ghost" size="icon" aria-label="Close" onPress={onClose}>
              <Icon of={X} />
            </Button>
          </div>
        </header>
        <div className={styles.body}>
          <Part>{children}</Part>
        </div>
        {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
);

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
  /** Buttons beside the cross. */
  tools?: ReactNode;
  /** In the middle; or `end`, a panel along the edge that leaves what it was opened from in sight; `start` likewise. */
  placement?: 'center' | 'end' | 'start';
  onClose: () => void;
};

/** An open dialog: render it to show it. Escape, a click outside and the cross close it; focus goes back where it was. */
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

import { Trash2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Alert } from '../alert/alert.tsx';
import { Button } from '../button/button.tsx';
import * as dialogStyles from '../dialog/dialog.css.ts';
import { faultText, type Fault } from '../field/fault.ts';
import { Icon } from '../icon/icon.tsx';
import * as styles from './delete-confirmation.css.ts';

type DeleteConfirmationProps = {
  /** The kind of row in words: 'integration'. */
  entity: string;
  identifier: string;
  onDelete: () => void;
  onClose: () => void;
  /** If true, the buttons are disabled and the user cannot close the dialog. */
  isPending?: boolean;
  error?: Fault;
  children?: ReactNode;
};

/** Focuses Cancel, so that an accidental Enter does not delete the row. */
const AUTO_FOCUS = { autoFocus: true };

/** A dialog that asks before a deletion. It is open while mounted; the focus returns when it closes. */
export const DeleteConfirmation = (props: DeleteConfirmationProps) => {
  const { entity, identifier, onDelete, onClose, isPending = false, error, children } = props;
  const words = useId();
  const fault = faultText(error);
  return (
    <ModalOverlay
      isOpen
      isDismissable={!isPending}
      isKeyboardDismissDisabled={isPending}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={dialogStyles.overlayAt.center}
    >
      <Modal className={styles.panel}>
        <Dialog role="alertdialog" aria-describedby={words} className={dialogStyles.content}>
          <div className={styles.body}>
            <span className={styles.medallion}>
              <Icon of={Trash2} size="lg" />
            </span>
            <div className={styles.words}>
              <Heading slot="title" className={styles.title}>
                Deleting {entity}
              </Heading>
              <div id={words}>
                <p>Are you sure you want to delete this {entity}?</p>
                <p className={styles.consequence}>
                  {entity} {identifier} will be deleted permanently.
                </p>
              </div>
              {children}
              {fault !== undefined && <Alert variant="danger">{fault}</Alert>}
            </div>
          </div>
          <footer className={styles.actions}>
            <Button {...AUTO_FOCUS} variant="secondary" isDisabled={isPending} onPress={onClose}>
              Cancel
            </Button>
            <Button variant="danger" isLoading={isPending} onPress={onDelete}>
              Delete
            </Button>
          </footer>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
};

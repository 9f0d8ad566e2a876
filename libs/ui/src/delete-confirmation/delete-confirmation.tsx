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

export type DeleteConfirmationProps = {
  /** What kind of thing it is, as people call it: 'integration'. */
  entity: string;
  /** Which one: its name. */
  identifier: string;
  onDelete: () => void;
  onClose: () => void;
  /** The deletion is under way: nothing can be pressed, and it cannot be closed. */
  isPending?: boolean;
  /** Why it failed. */
  error?: Fault;
  /** What else follows, below the question. */
  children?: ReactNode;
};

/** Cancel has the focus: Enter pressed in haste deletes nothing. */
const FOCUSED = { autoFocus: true };

/** Asks before something is deleted. Render it to show it; focus goes back where it was. */
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
            <Button {...FOCUSED} variant="secondary" isDisabled={isPending} onPress={onClose}>
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

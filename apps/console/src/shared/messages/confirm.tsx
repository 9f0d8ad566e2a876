import type { ReactNode } from 'react';
import { errorText } from '@portico/api-client';
import { Alert, Button, Dialog } from '@portico/ui';
import * as styles from './confirm.css.ts';

export type ConfirmProps = {
  title: string;
  /** The button's text, one or two words. */
  action: string;
  isDangerous?: boolean;
  isPending: boolean;
  /** The reason of the failure. */
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Asks for confirmation, and shows an error if the action fails. */
export const Confirm = (props: ConfirmProps) => {
  const { title, action, isDangerous = false, isPending, error, onConfirm, onClose, children } = props;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" isDisabled={isPending} onPress={onClose}>
            Cancel
          </Button>
          <Button {...(isDangerous && { variant: 'danger' })} isLoading={isPending} onPress={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        {children}
        {error !== null && <Alert variant="danger">{errorText(error)}</Alert>}
      </div>
    </Dialog>
  );
};

import { createContext, use, type ReactNode } from 'react';
import { Button, type ButtonProps } from '../button/button.tsx';
import * as styles from './form.css.ts';

/** Whether the surrounding form is being submitted. */
export const Submitting = createContext(false);

/** Fields in a row, if there is room. */
export const FormRow = ({ children }: { children: ReactNode }) => <div className={styles.row}>{children}</div>;

type FormActionsProps = {
  /** If set, the form has a Cancel button before the other buttons. */
  onCancel?: (() => void) | undefined;
  children: ReactNode;
};

/** The buttons of a form; in a dialog the buttons stay visible while the form scrolls. */
export const FormActions = ({ onCancel, children }: FormActionsProps) => (
  <div className={styles.actions}>
    {onCancel && (
      <Button variant="secondary" onPress={onCancel}>
        Cancel
      </Button>
    )}
    {children}
  </div>
);

/** The button that submits the surrounding form. It shows 'Please wait' until the response. */
export const SubmitButton = (props: Omit<ButtonProps, 'type' | 'isLoading'>) => (
  <Button {...props} type="submit" isLoading={use(Submitting)} />
);

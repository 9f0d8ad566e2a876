import { createContext, use, type ReactNode } from 'react';
import { Button, type ButtonProps } from '../button/button.tsx';
import * as styles from './form.css.ts';

export const Submitting = createContext(false);

export const FormRow = ({ children }: { children: ReactNode }) => <div className={styles.row}>{children}</div>;

type FormActionsProps = {
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

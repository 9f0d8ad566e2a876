import { createContext, use, type ReactNode } from 'react';
import { Button, type ButtonProps } from '../button/button.tsx';
import * as styles from './form.css.ts';

/** Whether the form around is being submitted. */
export const Submitting = createContext(false);

/** Fields side by side where there is room. */
export const FormRow = ({ children }: { children: ReactNode }) => <div className={styles.row}>{children}</div>;

/** The buttons at the end of a form; in a dialog they stay in sight. */
export const FormActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>;

/** Submits the form that it stands in; 'Please wait' until that is answered. */
export const SubmitButton = (props: Omit<ButtonProps, 'type' | 'isLoading'>) => (
  <Button {...props} type="submit" isLoading={use(Submitting)} />
);

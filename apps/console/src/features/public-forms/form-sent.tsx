import { Check } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { buttonClass, Icon } from '@portico/ui';
import * as styles from './form-page.css.ts';

export type FormSentProps = {
  /** As the visitor gave it. */
  name: string;
  text: string;
  /** The ways on. */
  children: ReactNode;
};

/** In place of a form that was sent. It takes the focus, which the form has lost, and so is read out. */
export const FormSent = ({ name, text, children }: FormSentProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView?.({ block: 'center' });
  }, []);
  return (
    <div className={styles.sent}>
      <span className={styles.sentMark}>
        <Icon of={Check} size="xl" />
      </span>
      <h2 ref={heading} tabIndex={-1} className={styles.sentTitle}>
        Thank you, {name}!
      </h2>
      <p className={styles.sentText}>{text}</p>
      <div className={styles.sentActions}>{children}</div>
    </div>
  );
};

export const LoginLink = () => (
  <a href="/login" className={buttonClass()}>
    Log in
  </a>
);

export const HomeLink = () => (
  <a href="/" className={buttonClass({ variant: 'secondary' })}>
    Back to the front page
  </a>
);

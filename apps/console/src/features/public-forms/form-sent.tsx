import { Check } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { buttonClass, Icon } from '@portico/ui';
import * as styles from './form-page.css.ts';

type FormSentProps = {
  name: string;
  text: string;
  children: ReactNode;
};

/** The confirmation that replaces a sent form. Its heading takes the focus, so that screen readers announce the confirmation. */
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

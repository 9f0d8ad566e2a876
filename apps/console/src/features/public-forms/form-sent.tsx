import { Check } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { buttonClass, Icon } from '@portico/ui';
import * as styles from './form-page.css.ts';

type FormSentProps = {
  /** As entered by the visitor. */
  name: string;
  text: string;
  /** Further links. */
  children: ReactNode;
};

/** Replaces a sent form. It takes the focus from the form, so that screen readers announce it. */
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

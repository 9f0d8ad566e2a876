import { Check, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Alert, buttonClass, Icon } from '@portico/ui';
import { loadBotCheck, type BotCheckSettings } from './bot-check.ts';
import * as styles from './form-page.css.ts';

/** What a visitor entered in a form. */
export type Sender = { name: string; email: string };

type FormSentProps = { name: string; text: string; hasLogin: boolean };

/** The confirmation that replaces a sent form. Its heading takes the focus, so that screen readers announce the confirmation. */
const FormSent = ({ name, text, hasLogin }: FormSentProps) => {
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
      <div className={styles.sentActions}>
        {hasLogin && (
          <a href="/login" className={buttonClass()}>
            Log in
          </a>
        )}
        <a href="/" className={buttonClass({ variant: 'secondary' })}>
          Back to the front page
        </a>
      </div>
    </div>
  );
};

export type PublicFormProps = {
  productName: string;
  supportEmail: string;
  /** Null if no bot check is configured. The page then shows that the form is not available. */
  botCheck: BotCheckSettings | null;
};

type FormPageProps = Omit<PublicFormProps, 'productName'> & {
  title: string;
  lead: string;
  points: readonly { icon: LucideIcon; title: string; text: string }[];
  /** Returns the text that confirms a sent form. */
  sentText: (sender: Sender) => string;
  /** Whether the sender now has an account to log in to. */
  hasLogin?: boolean;
  /** Renders the form. */
  children: (botCheck: BotCheckSettings, onSent: (sender: Sender) => void) => ReactNode;
};

export const FormPage = (props: FormPageProps) => {
  const { title, lead, points, botCheck, supportEmail, sentText, hasLogin = false, children } = props;
  const [sender, setSender] = useState<Sender | null>(null);
  useEffect(() => {
    // Loads the script early, because the provider scores visitors by their behaviour. If loading fails, the visitor sees the error after
    // sending the form.
    if (botCheck) void loadBotCheck(botCheck).catch(() => undefined);
  }, [botCheck]);
  return (
    <main className={styles.page}>
      <div className={styles.intro}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        <ul className={styles.points}>
          {points.map(({ icon, ...point }) => (
            <li key={point.title} className={styles.point}>
              <span className={styles.pointIcon}>
                <Icon of={icon} />
              </span>
              <div>
                <p className={styles.pointTitle}>{point.title}</p>
                <p className={styles.pointText}>{point.text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.card}>
        {!botCheck && (
          <Alert variant="warning" title="This form is currently unavailable">
            The bot check of this form is not configured. Please write to{' '}
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
          </Alert>
        )}
        {botCheck && !sender && children(botCheck, setSender)}
        {botCheck && sender && <FormSent name={sender.name} text={sentText(sender)} hasLogin={hasLogin} />}
      </div>
    </main>
  );
};

import type { LucideIcon } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Alert, Icon } from '@portico/ui';
import { loadBotCheck, type BotCheckSettings } from './bot-check.ts';
import * as styles from './form-page.css.ts';

export type Point = { icon: LucideIcon; title: string; text: string };

type FormPageProps = {
  title: string;
  lead: string;
  points: readonly Point[];
  /** Null if no bot check is configured. The page then shows that the form is not available. */
  botCheck: BotCheckSettings | null;
  supportEmail: string;
  /** Renders the form, or the confirmation after the form was sent. */
  children: (botCheck: BotCheckSettings) => ReactNode;
};

export const FormPage = ({ title, lead, points, botCheck, supportEmail, children }: FormPageProps) => {
  useEffect(() => {
    // Loads the script early, because the provider scores visitors by their behaviour. The form shows a load failure when sent.
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
        {botCheck ? (
          children(botCheck)
        ) : (
          <Alert variant="warning" title="This form is currently unavailable">
            The bot check of this form is not configured. Please write to{' '}
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
          </Alert>
        )}
      </div>
    </main>
  );
};

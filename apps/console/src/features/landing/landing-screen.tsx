import { Activity, Building2, ShieldCheck, type LucideIcon, Banknote, Landmark, Receipt, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon, StatusTag } from '@portico/ui';
import * as styles from './landing-screen.css.ts';

const ROWS: readonly { icon: LucideIcon; status: string; widths: readonly [string, string] }[] = [
  { icon: Landmark, status: 'SUCCESS', widths: ['58%', '82%'] },
  { icon: Users, status: 'SUCCESS', widths: ['44%', '66%'] },
  { icon: Receipt, status: 'FAILURE', widths: ['62%', '74%'] },
  { icon: Banknote, status: 'SUCCESS', widths: ['50%', '88%'] },
];

/** A picture of events coming in; it says nothing that the words beside it do not. */
const EventStream = () => (
  <div className={styles.stream} aria-hidden>
    {ROWS.map(({ icon, status, widths: [first, second] }) => (
      <div key={first} className={styles.streamRow}>
        <span className={styles.streamIcon}>
          <Icon of={icon} />
        </span>
        <span>
          <span className={styles.barStrong} style={{ width: first }} />
          <span className={styles.bar} style={{ width: second }} />
        </span>
        <StatusTag status={status} />
      </div>
    ))}
  </div>
);

const FEATURES: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Activity,
    title: 'Live, without gaps',
    text: 'Every event of your banking and payroll integrations appears in the console within a second, exactly once.',
  },
  {
    icon: Building2,
    title: 'Made for organizations',
    text: 'Each organization sees its own integrations, products and people, and nothing else.',
  },
  {
    icon: ShieldCheck,
    title: 'Failures you can act on',
    text: 'A failed event says what went wrong and carries its trace, so support knows where to look.',
  },
];

/** The public front page. `actions` are its buttons, as links of the router. */
export const LandingScreen = ({ productName, actions }: { productName: string; actions: ReactNode }) => (
  <main className={styles.page}>
    <div className={styles.hero}>
      <div>
        <p className={styles.eyebrow}>Financial management for your accounting software</p>
        <h1 className={styles.title}>See every integration at work.</h1>
        <p className={styles.lead}>
          {productName} connects your accounting software with banks, payroll and payment services, and shows what
          happens between them the moment it happens.
        </p>
        <div className={styles.actions}>{actions}</div>
      </div>
      <EventStream />
    </div>
    <ul className={styles.features}>
      {FEATURES.map(({ icon, title, text }) => (
        <li key={title}>
          <span className={styles.featureIcon}>
            <Icon of={icon} size="lg" />
          </span>
          <h2 className={styles.featureTitle}>{title}</h2>
          <p className={styles.featureText}>{text}</p>
        </li>
      ))}
    </ul>
  </main>
);

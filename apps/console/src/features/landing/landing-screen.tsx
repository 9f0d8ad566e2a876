import { Activity, Building2, ShieldCheck, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { LIST_PRICES } from '@portico/contracts/common/list-prices';
import { formatPrice, Icon, StatusTag } from '@portico/ui';
import * as styles from './landing-screen.css.ts';

type ExampleEvent = { integration: string; message: string; time: string; status: 'SUCCESS' | 'FAILURE' };

const EXAMPLE_EVENTS: readonly ExampleEvent[] = [
  {
    integration: 'banking',
    message: 'Payment of $1,240.00 to Foxglove Interiors submitted',
    time: '11:37:05.595',
    status: 'SUCCESS',
  },
  {
    integration: 'payroll',
    message: 'Pay run 24464 calculated for 56 employees',
    time: '11:37:04.871',
    status: 'SUCCESS',
  },
  {
    integration: 'banking',
    message: 'Payment to Dunmore Logistics exceeds the daily limit',
    time: '11:37:03.412',
    status: 'FAILURE',
  },
  {
    integration: 'invoicing',
    message: 'Invoice 5150 sent to Elmwood Medical',
    time: '11:37:02.960',
    status: 'SUCCESS',
  },
  {
    integration: 'card-terminal',
    message: 'Deposit of $8,431.20 from 10 card payments',
    time: '11:37:01.204',
    status: 'SUCCESS',
  },
  { integration: 'payroll', message: '56 payslips sent', time: '11:36:59.718', status: 'SUCCESS' },
  {
    integration: 'banking',
    message: '32 transactions imported into account 0419',
    time: '11:36:58.033',
    status: 'SUCCESS',
  },
];

const RecordedList = () => (
  <figure className={styles.figure}>
    <table className={styles.recorded} aria-label="Recorded integration events">
      <thead>
        <tr>
          <th scope="col">Integration</th>
          <th scope="col">Event</th>
          <th scope="col" className={styles.time}>
            Timestamp
          </th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {EXAMPLE_EVENTS.map(({ integration, message, time, status }) => (
          <tr key={time}>
            <td>{integration}</td>
            <td>{message}</td>
            <td className={styles.time}>{time}</td>
            <td>
              <StatusTag status={status} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <figcaption className={styles.caption}>Eight seconds of a bakery's integrations, recorded.</figcaption>
  </figure>
);

const PRICES: readonly { name: string; cents: number; per: string; included: string }[] = [
  { name: 'Bank account', cents: LIST_PRICES.bankAccount, per: 'a month each', included: 'One is included.' },
  { name: 'Admin user', cents: LIST_PRICES.adminUser, per: 'a month each', included: 'Two are included.' },
  {
    name: 'Vouchers',
    cents: LIST_PRICES.vouchers,
    per: 'once',
    included: 'Up to 50 vouchers. Larger packs cost less per voucher.',
  },
];

const Prices = () => (
  <section className={styles.part} aria-labelledby="prices">
    <h2 id="prices" className={styles.heading}>
      Prices
    </h2>
    <ul className={styles.grid}>
      {PRICES.map(({ name, cents, per, included }) => (
        <li key={name}>
          <h3 className={styles.featureTitle}>{name}</h3>
          <p className={styles.price}>
            {formatPrice(cents)} <span className={styles.per}>{per}</span>
          </p>
          <p className={styles.featureText}>{included}</p>
        </li>
      ))}
    </ul>
  </section>
);

const curl = (
  apiUrl: string,
): string => `curl ${apiUrl}/ingest/events -H "authorization: Bearer $PORTICO_KEY" -H 'content-type: application/json' \\
  -d '{"id":"evt-1","source_type":"payroll","event_name":"payrun.completed","timestamp":"2026-11-24T09:00:00Z","result":"SUCCESS","severity_text":"INFO","trace_id":"4bf92f3577b34da6a3ce929d0e0e4736","details":{"message":"42 payslips sent"}}'`;

const Developers = ({ apiUrl }: { apiUrl: string }) => (
  <section className={styles.part} aria-labelledby="developers">
    <h2 id="developers" className={styles.heading}>
      For developers
    </h2>
    <p className={styles.featureText}>
      Run the whole product on your machine with <code>npm ci &amp;&amp; npm start</code>. Publish an event over HTTP,
      or with any Kafka client:
    </p>
    {/* The scroll area can take the focus, so that the keyboard can scroll the area. */}
    <section className={styles.code} aria-label="Publish an event" {...{ tabIndex: 0 }}>
      <code>{curl(apiUrl)}</code>
    </section>
    <p className={styles.docs}>
      <a href={`${apiUrl}/openapi.json`}>HTTP API (OpenAPI)</a>
      <a href={`${apiUrl}/asyncapi.yaml`}>Kafka topics (AsyncAPI)</a>
      <a href={`${apiUrl}/schemas/integration-event.json`}>Schema of an event</a>
    </p>
  </section>
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
    text: 'Each organization sees only its own integrations, products and people.',
  },
  {
    icon: ShieldCheck,
    title: 'Failures you can act on',
    text: 'A failed event shows what went wrong and its trace id, so that support can find the cause.',
  },
];

type LandingScreenProps = { productName: string; apiUrl: string; actions: ReactNode };

export const LandingScreen = ({ productName, apiUrl, actions }: LandingScreenProps) => (
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
      <RecordedList />
    </div>
    <ul className={`${styles.part} ${styles.grid}`}>
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
    <Prices />
    <Developers apiUrl={apiUrl} />
  </main>
);

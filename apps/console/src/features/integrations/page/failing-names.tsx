import type { IntegrationOverview, Period } from '@portico/contracts/http/event-health';
import type { Integration } from '@portico/contracts/http/integrations';
import { formatNumber } from '@portico/ui';
import { Ago } from '../../../shared/health/ago.tsx';
import { eventsHref } from '../../../shared/health/hrefs.ts';
import * as styles from './page.css.ts';

export type FailingNamesProps = {
  failing: IntegrationOverview['failing'];
  integration: Integration;
  period: Period;
};

/** Which events fail most, and what the newest of each says; a name leads to its failures in the list. */
export const FailingNames = ({ failing, integration, period }: FailingNamesProps) => (
  <section className={styles.panel} aria-labelledby="failing-names">
    <h2 id="failing-names" className={styles.title}>
      Failing most
    </h2>
    {failing.length === 0 ? (
      <p className={styles.nothing}>Nothing failed in this period.</p>
    ) : (
      <ol className={styles.list}>
        {failing.map(({ event_name, count, newest }) => (
          <li key={event_name} className={styles.item}>
            <a
              className={styles.link}
              href={eventsHref(integration, { status: 'FAILURE', event: event_name, range: period })}
            >
              {event_name}
            </a>
            <span className={styles.count}>{formatNumber(count)}</span>
            <span className={styles.message}>{newest.message}</span>
            <span className={styles.ago}>
              <Ago at={newest.timestamp} />
            </span>
          </li>
        ))}
      </ol>
    )}
  </section>
);

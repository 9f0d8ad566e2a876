import type { ApiClient } from '@portico/api-client';
import type { Connect } from '@portico/contracts/http/connect';
import { Badge, formatTime, Skeleton } from '@portico/ui';
import { Ago } from '../../../shared/health/ago.tsx';
import { eventsHref, ownRejectedHref, rejectedHref } from '../../../shared/health/hrefs.ts';
import * as styles from '../connect.css.ts';
import { Section } from '../section.tsx';
import * as look from './arrivals.css.ts';
import type { Arrival } from './arrival.ts';
import { type LiveArrivals, type RejectedChanges, useArrivals } from './use-arrivals.ts';

export type ArrivalsSectionProps = {
  api: ApiClient;
  live: LiveArrivals;
  rejected: RejectedChanges;
  connect: Connect;
};

const outcomeText = ({ isRejected, isTest }: Arrival): string =>
  `${isRejected ? 'rejected' : isTest ? 'would be listed' : 'listed'}${isTest ? ' (test)' : ''}`;

/** `Received 12:03:09, rejected: result should be SUCCESS or FAILURE`. */
const saidText = (arrival: Arrival): string => {
  const said = `Received ${formatTime(arrival.at, 'local', 'second')}, ${outcomeText(arrival)}`;
  return arrival.isRejected ? `${said}: ${arrival.text}` : said;
};

/** Where one is seen whole; null of tests, which have no screen. */
const hrefOf = ({ isTest, open }: Arrival, { id, name, organization, right }: Connect): string | null => {
  if (isTest) return null;
  if (open !== undefined) return eventsHref({ name, organizationId: organization?.id ?? null }, { open });
  return right === 'admin' ? rejectedHref(id) : ownRejectedHref(id);
};

const Row = ({ arrival, connect }: { arrival: Arrival; connect: Connect }) => {
  const { name, text, at, isRejected, isTest } = arrival;
  const href = hrefOf(arrival, connect);
  return (
    <li className={styles.row}>
      <div className={styles.main}>
        <span className={styles.name}>
          {name}
          <Badge tone={isRejected ? 'danger' : 'success'}>
            {isRejected ? 'Rejected' : isTest ? 'Accepted' : 'Listed'}
          </Badge>
          {isTest && <Badge>Test</Badge>}
        </span>
        <p className={styles.small}>{text}</p>
      </div>
      <span className={styles.small}>
        <Ago at={at} />
      </span>
      {href !== null && (
        <a className={styles.link} href={href} aria-label={`See it: ${name}`}>
          See it
        </a>
      )}
    </li>
  );
};

/** Step 3: what arrived of the integration, as it arrives. */
export const ArrivalsSection = ({ api, live, rejected, connect }: ArrivalsSectionProps) => {
  const arrivals = useArrivals(api, live, rejected, connect.id);
  const [newest] = arrivals ?? [];
  return (
    <Section step={3} title="Check what we understood">
      {arrivals === undefined && <Skeleton height="3rem" />}
      <output className={look.said}>
        {arrivals !== undefined && !newest && (
          <>
            <span aria-hidden className={look.dot} />
            Waiting for your first event…
          </>
        )}
        {newest && saidText(newest)}
      </output>
      {arrivals !== undefined && newest && (
        <ol className={styles.list} aria-label="What arrived last">
          {arrivals.map((arrival) => (
            <Row key={arrival.key} arrival={arrival} connect={connect} />
          ))}
        </ol>
      )}
    </Section>
  );
};

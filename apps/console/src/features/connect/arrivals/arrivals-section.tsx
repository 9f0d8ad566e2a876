import type { ReactNode } from 'react';
import type { Connect } from '@portico/contracts/http/connect';
import { Badge, formatTime, Skeleton } from '@portico/ui';
import { textLink } from '@portico/ui/styles';
import { Ago } from '../../../shared/health/ago.tsx';
import { eventsHref, rejectedHref } from '../../../shared/health/hrefs.ts';
import * as styles from '../connect.css.ts';
import { Section } from '../section.tsx';
import { TestData } from '../test-data/test-data.tsx';
import type { TestDataInUrl } from '../test-data/test-search.ts';
import * as look from './arrivals.css.ts';
import type { Arrival } from './arrival.ts';
import { useArrivals } from './use-arrivals.ts';

type TestLinkProps = { className: string; 'aria-label': string; children: string };
export type ArrivalsSectionProps = {
  connect: Connect;
  /** Renders a link to the test events. */
  testLink: (props: TestLinkProps) => ReactNode;
  /** URL state of the test events. Undefined on pages that do not show test events. */
  testData?: TestDataInUrl | undefined;
};

const outcomeText = ({ isRejected, isTest }: Arrival): string =>
  `${isRejected ? 'rejected' : isTest ? 'would be listed' : 'listed'}${isTest ? ' (test)' : ''}`;

/** The result of an arrival, such as `Received 12:03:09, rejected: result should be SUCCESS or FAILURE`. */
const arrivalText = (arrival: Arrival): string => {
  const sentence = `Received ${formatTime(arrival.at, 'local', 'second')}, ${outcomeText(arrival)}`;
  return arrival.isRejected ? `${sentence}: ${arrival.text}` : sentence;
};

/** Returns the URL of a listed event. For a rejected event, returns the URL of the integration's rejected events. */
const hrefOf = ({ open }: Arrival, { id, name, organization }: Connect): string => {
  if (open !== undefined) return eventsHref({ name, organizationId: organization?.id ?? null }, { open });
  return rejectedHref(id);
};

type RowProps = { arrival: Arrival } & Pick<ArrivalsSectionProps, 'connect' | 'testLink'>;

const Row = ({ arrival, connect, testLink }: RowProps) => {
  const { name, text, at, isRejected, isTest } = arrival;
  const link = { className: textLink, 'aria-label': `See event ${name}` };
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
      {isTest ? (
        testLink({ ...link, children: 'See event' })
      ) : (
        <a href={hrefOf(arrival, connect)} {...link}>
          See event
        </a>
      )}
    </li>
  );
};

/** Step 3 of the Connect page: the integration's events as they arrive. */
export const ArrivalsSection = ({ connect, testLink, testData }: ArrivalsSectionProps) => {
  const arrivals = useArrivals(connect.id);
  const [newest] = arrivals ?? [];
  const list = newest && (
    <ol className={styles.list} aria-label="Latest events">
      {arrivals?.map((arrival) => (
        <Row key={arrival.key} {...{ arrival, connect, testLink }} />
      ))}
    </ol>
  );
  return (
    <Section step={3} title="Check how Portico read the event">
      {arrivals === undefined && <Skeleton height="3rem" />}
      <output className={look.status}>
        {arrivals !== undefined && !newest && (
          <>
            <span aria-hidden className={look.dot} />
            Waiting for your first event…
          </>
        )}
        {newest && arrivalText(newest)}
      </output>
      {testData ? (
        <TestData id={connect.id} {...testData} isScreenShown>
          {list}
        </TestData>
      ) : (
        list
      )}
    </Section>
  );
};

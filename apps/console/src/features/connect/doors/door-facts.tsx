import type { Connect } from '@portico/contracts/http/connect';
import { MAX_INGEST_EVENTS } from '@portico/contracts/http/ingest';
import { formatNumber } from '@portico/ui';
import * as styles from '../connect.css.ts';
import type { Door } from '../snippets/given.ts';

const MIB = 1024 * 1024;
const bytesText = (bytes: number): string =>
  bytes >= 1024 * MIB ? `${formatNumber(bytes / (1024 * MIB))} GiB` : `${formatNumber(bytes / MIB)} MiB`;

const MECHANISM_TEXT = {
  PLAIN: 'PLAIN: key id and key',
  OAUTHBEARER: 'OAUTHBEARER: a token for key id and key',
} as const;

type Fact = [name: string, value: string, isCode?: boolean];

const factsOf = ({ kafka, ingestUrl, tokenUrl, quota }: Connect, door: Door): Fact[] => {
  const limit: Fact = [
    'Quota',
    `${formatNumber(quota.eventsPerMinute)} events a minute, ${bytesText(quota.bytesPerDay)} a day`,
  ];
  const brokers: Fact = ['Brokers', kafka.brokers, true];
  if (door === 'http')
    return [
      ['Address', ingestUrl, true],
      ['At once', `one event, an array, NDJSON or CloudEvents: ${MAX_INGEST_EVENTS} events or 1 MiB, 64 KiB an event`],
      limit,
    ];
  if (door === 'shared') return [brokers, ['Topic', kafka.sharedTopic, true]];
  return [
    brokers,
    ['Topic', kafka.ownTopic ?? '', true],
    ['Topic of test keys', kafka.testTopic ?? '', true],
    ['Protocol', kafka.protocol, true],
    ['Signing on', kafka.mechanisms.map((mechanism) => MECHANISM_TEXT[mechanism]).join(', or ')],
    ['Token URL', tokenUrl, true],
    limit,
  ];
};

/** Where a door is, and what it takes. */
export const DoorFacts = ({ connect, door }: { connect: Connect; door: Door }) => (
  <dl className={styles.facts}>
    {factsOf(connect, door).map(([name, value, isCode = false]) => (
      <div key={name} style={{ display: 'contents' }}>
        <dt className={styles.fact}>{name}</dt>
        <dd className={styles.value}>{isCode ? <code className={styles.code}>{value}</code> : value}</dd>
      </div>
    ))}
  </dl>
);

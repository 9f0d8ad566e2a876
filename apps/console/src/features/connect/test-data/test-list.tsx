import * as styles from './test-data.css.ts';
import * as page from '../connect.css.ts';
import type { ApiClient } from '@portico/api-client';
import { PAGE_SIZE } from '@portico/contracts/common/page';
import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { type TestEvent, listTestEvents } from '@portico/contracts/http/test-events';
import { EmptyState, Badge, StatusTag, type Column, Alert, Dialog, formatTime, Stack } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { QUIET, readQuery } from '../../../api/calls.ts';
import { type Fact, Facts } from '../../../shared/lists/facts.tsx';
import { ListPage } from '../../../shared/lists/list-page.tsx';
import type { TestDataInUrl } from './test-search.ts';
import { Ago } from '../../../shared/health/ago.tsx';
import { CopyButton } from '../copy-button.tsx';
import type { Rejection } from '@portico/contracts/events/integration-event';

/** The event name; for a rejected event the event id, if readable. */
const nameText = ({ event, event_id }: Pick<TestEvent, 'event' | 'event_id'>): string =>
  event?.event_name ?? event_id ?? 'No readable id';

/** The rejection code in words: `wrong_organization` becomes 'wrong organization'. */
const codeText = ({ code }: Rejection): string => code.replaceAll('_', ' ');

const pointerText = ({ pointer }: Rejection): string => (pointer === '' ? 'entire value' : pointer);

/** Poll interval in milliseconds: no live connection delivers test events. */
const POLL_MS = 3_000;

/** @param page starts at 1 */
const testEventsQuery = (api: ApiClient, id: number, page: number) =>
  readQuery(
    api,
    ['connect', 'test-events', id, page],
    listTestEvents,
    { query: { integration: id, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } },
    {
      placeholderData: keepPreviousData,
      refetchInterval: POLL_MS,
      // A failure needs no toast: the list shows failures itself, and polls often.
      ...QUIET,
    },
  );

const factsOf = ({ published_at, event_id, event }: TestEvent): Fact[] => [
  ['Received', formatTime(published_at, 'local', 'precise')],
  ['Event id', event_id ?? 'No readable id'],
  ['Type', event && event.source_type],
  ['Timestamp', event && formatTime(event.timestamp, 'local', 'precise')],
  ['Result', event && event.result],
  ['Severity', event && event.severity_text],
  ['Message', event && event.message],
];

const TestEventDialog = ({ test, onClose }: { test: TestEvent; onClose: () => void }) => (
  <Dialog title={nameText(test)} placement="end" onClose={onClose}>
    <Stack gap={4}>
      {test.rejection === null ? (
        <Alert variant="info" title="As a live event, it would be listed.">
          A test key sent this event, so it is not counted.
        </Alert>
      ) : (
        <Alert variant="danger" title={`As a live event, it would be rejected: ${codeText(test.rejection)}`}>
          {test.rejection.reason}
          {test.rejection.pointer !== '' && <code className={styles.faultAt}>{test.rejection.pointer}</code>}
        </Alert>
      )}
      <Facts facts={factsOf(test)} />
      <h3 className={page.subtitle}>Original content</h3>
      <section aria-label="Original content" className={styles.published} {...{ tabIndex: 0 }}>
        <pre className={styles.text}>{test.value}</pre>
      </section>
      <div>
        <CopyButton text={test.value} what="the event" />
      </div>
    </Stack>
  </Dialog>
);

const messageOf = ({ event, rejection }: TestEvent) =>
  rejection === null ? (
    event?.message
  ) : (
    <span className={styles.why}>
      <span className={styles.reason}>{rejection.reason}</span>
      <code className={styles.pointer}>{pointerText(rejection)}</code>
    </span>
  );

const testColumns: readonly Column<TestEvent>[] = [
  { id: 'event', header: 'Event', inCard: 'title', cell: nameText },
  { id: 'said', header: 'Message or reason', inCard: 'line', cell: messageOf },
  {
    id: 'result',
    header: 'Result',
    inCard: 'lineEnd',
    cell: ({ event }) => (event === null ? '–' : <StatusTag status={event.result} />),
  },
  {
    id: 'verdict',
    header: 'Verdict',
    inCard: 'titleEnd',
    cell: ({ rejection }) =>
      rejection === null ? (
        <Badge tone="success">Would be listed</Badge>
      ) : (
        <Badge tone="danger">{codeText(rejection)}</Badge>
      ),
  },
  { id: 'at', header: 'Received', inCard: 'note', cell: ({ published_at }) => <Ago at={published_at} /> },
];

const HINT = 'Create a key of mode Test, and publish an event with it. It appears here with its predicted result.';

export type TestListProps = TestDataInUrl & {
  id: number;
  /** A link to the keys, for pages that do not show the keys. */
  toKeys?: ReactNode;
};

/** The events that were published with an integration's test keys, newest first. */
export const TestList = ({ id, search, onSearchChange, toKeys }: TestListProps) => {
  const api = useApi();
  const query = useQuery(testEventsQuery(api, id, search.page ?? 1));
  const [opened, setOpened] = useState<TestEvent | null>(null);
  return (
    <>
      <ListPage
        label="Test events"
        failure="Test events could not be loaded"
        empty={
          <EmptyState icon={FlaskConical} title="No test events." text={HINT}>
            {toKeys}
          </EmptyState>
        }
        columns={testColumns}
        query={query}
        search={search}
        onSearchChange={onSearchChange}
        onOpen={setOpened}
      />
      {opened && <TestEventDialog test={opened} onClose={() => setOpened(null)} />}
    </>
  );
};

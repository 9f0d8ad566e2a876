import type { TestEvent } from '@portico/contracts/http/test-events';
import { Alert, Dialog, formatTime } from '@portico/ui';
import * as page from '../connect.css.ts';
import { CopyButton } from '../copy-button.tsx';
import * as styles from './test-data.css.ts';
import { codeText, nameText } from './test-texts.ts';

const factsOf = ({ published_at, event_id, event }: TestEvent): [name: string, value: string][] => [
  ['Received', formatTime(published_at, 'local', 'precise')],
  ['Event id', event_id ?? 'No readable id'],
  ...(event === null
    ? []
    : ([
        ['Type', event.source_type],
        ['Timestamp', formatTime(event.timestamp, 'local', 'precise')],
        ['Result', event.result],
        ['Severity', event.severity_text],
        ['Message', event.message],
      ] satisfies [string, string][])),
];

/** One event of a test key: what would become of it, and its text as it was published. */
export const TestEventDialog = ({ test, onClose }: { test: TestEvent; onClose: () => void }) => (
  <Dialog title={nameText(test)} placement="end" onClose={onClose}>
    <div className={styles.stack}>
      {test.rejection === null ? (
        <Alert variant="info" title="It would be listed.">
          It came with a test key, and counts nowhere.
        </Alert>
      ) : (
        <Alert variant="danger" title={`It would be rejected: ${codeText(test.rejection)}`}>
          {test.rejection.reason}
          {test.rejection.pointer !== '' && <code className={styles.faultAt}>{test.rejection.pointer}</code>}
        </Alert>
      )}
      <dl className={page.facts}>
        {factsOf(test).map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt className={page.fact}>{name}</dt>
            <dd className={page.value}>{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className={page.subtitle}>As it was published</h3>
      <section aria-label="As it was published" className={styles.published} {...{ tabIndex: 0 }}>
        <pre className={styles.text}>{test.value}</pre>
      </section>
      <div>
        <CopyButton text={test.value} what="the event" />
      </div>
    </div>
  </Dialog>
);

import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { RejectedEventContent } from '@portico/contracts/http/rejected-events';
import { Alert, Button, buttonClass, Dialog, formatNumber, formatTime, Icon, Row, Stack } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { LoadState } from '../../shared/messages/load-failure.tsx';
import * as styles from './rejected-dialog.css.ts';
import { codeText, integrationText } from './rejected-texts.ts';
import { rejectedEventQuery } from './rejected.queries.ts';
import { Correction } from './correction/correction.tsx';
import { faultRange } from '../../shared/event-check/fault-range.ts';

/** The published value, with a mark on the rejected part. The element is focusable, so that the keyboard can scroll the value. */
const MarkedSource = ({ value, pointer }: { value: string; pointer: string }) => {
  const range = faultRange(value, pointer);
  return (
    <section aria-label="Published content" className={styles.source} {...{ tabIndex: 0 }}>
      {range === null ? (
        value
      ) : (
        <>
          {value.slice(0, range.start)}
          <mark className={styles.fault} aria-label="The fault">
            {value.slice(range.start, range.end) || ' '}
          </mark>
          {value.slice(range.end)}
        </>
      )}
    </section>
  );
};

type RejectedDialogProps = { id: string; onClose: () => void };

const Field = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className={styles.name}>{name}</dt>
    <dd className={styles.value}>{children}</dd>
  </>
);

const Facts = ({ rejected }: { rejected: RejectedEventContent }) => (
  <dl className={styles.fields}>
    <Field name="Integration">{integrationText(rejected)}</Field>
    <Field name="Event id">{rejected.event_id ?? 'No readable id'}</Field>
    {rejected.organization !== null && <Field name="Organization">{rejected.organization}</Field>}
    <Field name="Published">{formatTime(rejected.published_at)}</Field>
    <Field name="Place">
      <span className={styles.code}>
        {rejected.topic} {rejected.position.partition}:{rejected.position.offset}
      </span>
    </Field>
    {rejected.key !== null && <Field name="Key">{rejected.key}</Field>}
    {Object.entries(rejected.headers).map(([name, text]) => (
      <Field key={name} name={`Header ${name}`}>
        <span className={styles.code}>{text}</span>
      </Field>
    ))}
    <Field name="Size">{formatNumber(rejected.size)} bytes</Field>
  </dl>
);

/** The reason why the viewer cannot correct an event; null if the viewer can correct it. */
const obstacle = ({ isWhole, isText, isHidden }: RejectedEventContent): string | null => {
  if (isHidden) return 'A privacy rule hides the published content from you.';
  if (!isWhole)
    return 'The event was too long, so Portico stored only its beginning. The publisher has to send it again.';
  return isText ? null : 'The content is not UTF-8 text. The publisher has to send it again.';
};

type ContentProps = {
  rejected: RejectedEventContent;
  onChange: (isChanged: boolean) => void;
  onClose: () => void;
};

const Content = ({ rejected, onChange, onClose }: ContentProps) => {
  const [isCorrecting, setCorrecting] = useState(false);
  const because = obstacle(rejected);
  return (
    <Stack gap={4}>
      <Alert variant="danger" title={codeText(rejected.rejection.code)}>
        {rejected.rejection.reason}
        {rejected.rejection.pointer !== '' && <code className={styles.pointer}>{rejected.rejection.pointer}</code>}
      </Alert>
      {rejected.isListed && (
        <Alert
          variant="info"
          title="This event has been corrected: the list has an event of this integration with the same id."
        />
      )}
      {!isCorrecting && (
        <>
          <Facts rejected={rejected} />
          {!rejected.isHidden && <MarkedSource value={rejected.value} pointer={rejected.rejection.pointer} />}
        </>
      )}
      {because !== null && <p className={styles.note}>{because}</p>}
      {isCorrecting ? (
        <Correction rejected={rejected} onChange={onChange} onPublished={onClose} />
      ) : (
        <Row gap={3} justify="end">
          {!rejected.isHidden && (
            <a
              className={buttonClass({ variant: 'secondary' })}
              href={`data:application/octet-stream;base64,${rejected.base64}`}
              download={`rejected-${rejected.id}.json`}
            >
              <Icon of={Download} />
              Original bytes
            </a>
          )}
          {because === null && !rejected.isListed && <Button onPress={() => setCorrecting(true)}>Correct event</Button>}
        </Row>
      )}
    </Stack>
  );
};

const Unpublished = ({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) => (
  <Alert
    variant="warning"
    title="The correction has not been published."
    action={
      <>
        <Button size="sm" variant="secondary" onPress={onDiscard}>
          Discard correction
        </Button>
        <Button size="sm" {...{ autoFocus: true }} onPress={onStay}>
          Keep editing
        </Button>
      </>
    }
  />
);

/** One rejected event, with its correction. Before the dialog closes, it asks whether to discard an unpublished correction. */
export const RejectedDialog = ({ id, onClose }: RejectedDialogProps) => {
  const api = useApi();
  const query = useQuery(rejectedEventQuery(api, id));
  const [isChanged, setChanged] = useState(false);
  const [isAsking, setAsking] = useState(false);
  /** The element that had the focus before the question appeared. */
  const before = useRef<Element | null>(null);
  const ask = () => {
    if (!isAsking) before.current = document.activeElement;
    setAsking(true);
  };
  const stay = () => {
    flushSync(() => setAsking(false));
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  return (
    <Dialog title="Rejected event" placement="end" onClose={isChanged ? ask : onClose}>
      {isAsking && <Unpublished onStay={stay} onDiscard={onClose} />}
      {query.data ? (
        <Content rejected={query.data} onChange={setChanged} onClose={onClose} />
      ) : (
        <LoadState isInside title="The rejected event could not be loaded" query={query} height="16rem" />
      )}
    </Dialog>
  );
};

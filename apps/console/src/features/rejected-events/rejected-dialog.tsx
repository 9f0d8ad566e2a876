import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ApiClient } from '@portico/api-client';
import type { RefusedEventContent } from '@portico/contracts/http/rejected-events';
import { Alert, Button, buttonClass, Dialog, formatNumber, formatTime, Icon, Skeleton } from '@portico/ui';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { Correction } from './correction.tsx';
import { MarkedSource } from './marked-source.tsx';
import * as styles from './rejected-dialog.css.ts';
import { codeText, integrationText } from './rejected-texts.ts';
import { refusedEventQuery } from './rejected.queries.ts';

export type RefusedDialogProps = { api: ApiClient; id: string; onClose: () => void };

const Field = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className={styles.name}>{name}</dt>
    <dd className={styles.value}>{children}</dd>
  </>
);

const Facts = ({ refused }: { refused: RefusedEventContent }) => (
  <dl className={styles.fields}>
    <Field name="Integration">{integrationText(refused)}</Field>
    <Field name="Event id">{refused.event_id ?? 'No readable id'}</Field>
    <Field name="Published">{formatTime(refused.published_at)}</Field>
    <Field name="Place">
      <span className={styles.code}>
        {refused.topic} {refused.position.partition}:{refused.position.offset}
      </span>
    </Field>
    {refused.key !== null && <Field name="Key">{refused.key}</Field>}
    {Object.entries(refused.headers).map(([name, text]) => (
      <Field key={name} name={`Header ${name}`}>
        <span className={styles.code}>{text}</span>
      </Field>
    ))}
    <Field name="Size">{formatNumber(refused.size)} bytes</Field>
  </dl>
);

/** Why it cannot be corrected here, if so. */
const obstacle = ({ isWhole, isText }: RefusedEventContent): string | null => {
  if (!isWhole) return 'It was too long, so only its beginning was kept. The publisher has to send it again.';
  return isText ? null : 'The content is not UTF-8 text. The publisher has to send it again.';
};

const Content = ({ api, refused, onClose }: { api: ApiClient; refused: RefusedEventContent; onClose: () => void }) => {
  const [isCorrecting, setCorrecting] = useState(false);
  const because = obstacle(refused);
  return (
    <div className={styles.content}>
      <Alert variant="danger" title={codeText(refused.refusal.code)}>
        {refused.refusal.reason}
        {refused.refusal.pointer !== '' && <code className={styles.pointer}>{refused.refusal.pointer}</code>}
      </Alert>
      {refused.isListed && (
        <Alert variant="info" title="An event with this id is already in the list: this one has been corrected." />
      )}
      <Facts refused={refused} />
      <MarkedSource value={refused.value} pointer={refused.refusal.pointer} />
      {because !== null && <p className={styles.note}>{because}</p>}
      {isCorrecting ? (
        <Correction api={api} refused={refused} onPublished={onClose} />
      ) : (
        <div className={styles.actions}>
          <a
            className={buttonClass({ variant: 'secondary' })}
            href={`data:application/octet-stream;base64,${refused.base64}`}
            download={`refused-${refused.id}.json`}
          >
            <Icon of={Download} />
            Original bytes
          </a>
          {because === null && !refused.isListed && <Button onPress={() => setCorrecting(true)}>Correct it</Button>}
        </div>
      )}
    </div>
  );
};

/** One refused event: why, what it was, and a way to correct it. */
export const RefusedDialog = ({ api, id, onClose }: RefusedDialogProps) => {
  const query = useQuery(refusedEventQuery(api, id));
  const body = () => {
    if (query.data) return <Content api={api} refused={query.data} onClose={onClose} />;
    if (!query.isError) return <Skeleton height="16rem" />;
    return <LoadFailure isInside title="The refused event could not be loaded" query={query} />;
  };
  return (
    <Dialog title="Refused event" placement="end" onClose={onClose}>
      {body()}
    </Dialog>
  );
};

import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { errorText } from '@portico/api-client';
import { type DeadLetterContent, type LetterService, MAX_DROP_REASON } from '@portico/contracts/http/dead-letters';
import { Alert, Button, Dialog, formatTime, Row, Stack, TextArea, toast } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { LoadState } from '../../shared/messages/load-failure.tsx';
import { letterQuery, useLetterMutations } from './letters.queries.ts';
import * as styles from './letters.css.ts';

const Field = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className={styles.name}>{name}</dt>
    <dd className={styles.value}>{children}</dd>
  </>
);

const Facts = ({ letter }: { letter: DeadLetterContent }) => (
  <dl className={styles.fields}>
    <Field name="Event">
      <span className={styles.code}>
        {letter.topic} {letter.partition}:{letter.offset}
      </span>
    </Field>
    <Field name="Consumer">{letter.consumer}</Field>
    {letter.key !== null && <Field name="Key">{letter.key}</Field>}
    <Field name="Published">{formatTime(letter.publishedAt)}</Field>
    <Field name="Failed">{formatTime(letter.failedAt)}</Field>
    {letter.replays > 0 && <Field name="Failed replays">{letter.replays}</Field>}
    {letter.requestedBy !== null && <Field name="Replay requested by">{letter.requestedBy}</Field>}
    {letter.settledBy !== null && (
      <Field name={letter.state === 'dropped' ? 'Dropped by' : 'Replayed by'}>{letter.settledBy}</Field>
    )}
    {letter.settledAt !== null && (
      <Field name={letter.state === 'dropped' ? 'Dropped at' : 'Replayed at'}>{formatTime(letter.settledAt)}</Field>
    )}
    {letter.dropReason !== null && <Field name="Reason">{letter.dropReason}</Field>}
  </dl>
);

/** Formats JSON for reading; returns anything else unchanged. */
const readable = (value: string): string => {
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
};

type ActionsProps = { service: LetterService; id: number };

const Actions = ({ service, id }: ActionsProps) => {
  const { replay, drop } = useLetterMutations(service, id);
  const [reason, setReason] = useState<string | null>(null);
  const error = replay.error ?? drop.error;
  const onReplayed = ({ state }: { state: string }) => {
    if (state === 'replayed') toast('success', 'Replayed', `${service} has applied the event.`);
    else toast('error', 'Replay failed again', 'The dead letter now shows the new reason.');
  };
  return (
    <>
      {error !== null && <Alert variant="danger" title={errorText(error)} />}
      {reason !== null && (
        <TextArea
          label="Reason for dropping"
          value={reason}
          onChange={setReason}
          maxLength={MAX_DROP_REASON}
          {...{ autoFocus: true }}
        />
      )}
      <Row gap={3} justify="end">
        {reason === null ? (
          <Button variant="secondary" onPress={() => setReason('')}>
            Drop…
          </Button>
        ) : (
          <Button
            variant="danger"
            isDisabled={reason.trim() === ''}
            isLoading={drop.isPending}
            onPress={() =>
              drop.mutate(reason, {
                onSuccess: () => toast('success', 'Dropped', 'Portico stored the dead letter with your reason.'),
              })
            }
          >
            Drop
          </Button>
        )}
        <Button isLoading={replay.isPending} onPress={() => replay.mutate(undefined, { onSuccess: onReplayed })}>
          Replay
        </Button>
      </Row>
    </>
  );
};

type LetterDialogProps = ActionsProps & { onClose: () => void };

export const LetterDialog = ({ service, id, onClose }: LetterDialogProps) => {
  const api = useApi();
  const query = useQuery(letterQuery(api, service, id));
  const letter = query.data;
  return (
    <Dialog title="Dead letter" placement="end" onClose={onClose}>
      {letter === undefined ? (
        <LoadState isInside title="The dead letter could not be loaded" query={query} height="16rem" />
      ) : (
        <Stack gap={4}>
          <Alert variant={letter.state === 'waiting' ? 'danger' : 'info'} title={letter.reason} />
          <Facts letter={letter} />
          <pre className={styles.source}>{letter.value === null ? 'No content' : readable(letter.value)}</pre>
          {letter.state === 'waiting' && <Actions service={service} id={id} />}
        </Stack>
      )}
    </Dialog>
  );
};

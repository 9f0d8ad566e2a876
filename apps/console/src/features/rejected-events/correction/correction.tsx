import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type RejectedEventContent, republishEvent } from '@portico/contracts/http/rejected-events';
import { Alert, Button, lazyPart, Row, Skeleton, Stack, useUnsaved } from '@portico/ui';
import { tellFailure, tellSuccess } from '../../../shared/messages/toasts.ts';
import * as styles from './correction.css.ts';
import { JsonEditor } from '../../../shared/event-check/lazy-editor.tsx';
import { layOut } from '../lay-out.ts';
import { errorFault, faultText, type Fault, parsed, rejectionFault } from '../../../shared/event-check/verdict.ts';
import { useChange } from '../../../api/calls.ts';
import { useEventCheck } from '../../../shared/event-check/use-event-check.ts';
import { refetchRejected } from '../rejected.queries.ts';

const Changes = lazyPart(async () => (await import('./changes.tsx')).Changes, <Skeleton height="8rem" />);

type CorrectionProps = {
  rejected: RejectedEventContent;
  /** Reports whether the correction differs from the original. */
  onChange: (isChanged: boolean) => void;
  onPublished: () => void;
};

/** Corrects one rejected event: the viewer edits and validates it, compares it with the original, then publishes it. */
export const Correction = ({ rejected, onChange, onPublished }: CorrectionProps) => {
  const [original] = useState(() => layOut(rejected.value));
  const [text, setText] = useState(original);
  const [isReviewing, setIsReviewing] = useState(false);
  useUnsaved(text !== original);
  const queryClient = useQueryClient();
  const check = useEventCheck(rejected.id);
  const publish = useChange(republishEvent, (value: string) => ({ params: { id: rejected.id }, body: { value } }), {
    onSettled: () => refetchRejected(queryClient),
  });
  const checkButton = useRef<HTMLButtonElement>(null);
  const id = useId();
  const json = parsed(text);
  const change = (next: string) => {
    setText(next);
    onChange(next !== original);
    check.reset();
    publish.reset();
  };
  const judge = (then?: () => void) => {
    publish.reset();
    if (json.ok) check.mutate(json.value, { onSuccess: ({ accepted }) => accepted && then?.() });
  };
  // The focused element disappears together with the changes, so the focus moves to the button that checks the event.
  const edit = () => {
    flushSync(() => setIsReviewing(false));
    checkButton.current?.focus();
  };
  const onPublish = () =>
    publish.mutate(text, {
      onSuccess: ({ event_id }) => {
        tellSuccess('eventPublished', event_id);
        onPublished();
      },
      onError: (error) => {
        edit();
        tellFailure('eventPublish', error);
      },
    });
  const fault = (): Fault | null => {
    if (!json.ok) return json.fault;
    if (publish.error !== null) return errorFault(text, publish.error);
    if (check.error !== null) return errorFault(text, check.error);
    if (check.data !== undefined) return check.data.accepted ? null : rejectionFault(text, check.data.rejection);
    return text === original ? rejectionFault(text, rejected.rejection) : null;
  };
  const draftFault = fault();
  return (
    <Stack>
      <div className={styles.editing} hidden={isReviewing}>
        <h3 className={styles.heading}>Corrected event</h3>
        <JsonEditor
          label="Corrected event"
          describedBy={`${id}-fault ${id}-note`}
          initial={original}
          onChange={change}
          fault={draftFault}
          onCheck={() => judge()}
          onLeave={() => checkButton.current?.focus()}
        />
        <output id={`${id}-fault`} className={styles.fault}>
          {draftFault && faultText(text, draftFault)}
        </output>
        <p id={`${id}-note`} className={styles.note}>
          The event keeps its id. If someone else has already published it again, Portico lists it only once.
        </p>
      </div>
      {isReviewing && <Changes original={original} corrected={text} onLeave={() => publish.isPending || edit()} />}
      {check.data?.accepted === true && <Alert variant="info" title="This event would be accepted" />}
      {isReviewing ? (
        <Row gap={3} justify="end">
          <Button variant="secondary" isDisabled={publish.isPending} onPress={edit}>
            Edit again
          </Button>
          <Button isLoading={publish.isPending} onPress={onPublish}>
            Publish again
          </Button>
        </Row>
      ) : (
        <Row gap={3} justify="end">
          <Button
            ref={checkButton}
            variant="secondary"
            isDisabled={!json.ok}
            isLoading={check.isPending}
            onPress={() => judge()}
          >
            Check
          </Button>
          <Button isDisabled={!json.ok || check.isPending} onPress={() => judge(() => setIsReviewing(true))}>
            Review changes
          </Button>
        </Row>
      )}
    </Stack>
  );
};

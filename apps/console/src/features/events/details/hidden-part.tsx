import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod/mini';
import type { EventRow } from '@portico/contracts/http/events';
import { revealEvent, RevealRequest } from '@portico/contracts/http/privacy';
import { Alert, Button, Dialog, Form, FormActions, Note, SubmitButton, TextField } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { explain } from '../../../shared/forms/explain.ts';
import { withToasts } from '../../../shared/lists/with-toasts.ts';
import { hidesText } from '../../../shared/privacy/privacy-words.ts';
import { useManaged } from '../use-managed.ts';

const Reason = z.pick(RevealRequest, { reason: true });

type HiddenProps = { event: EventRow; onReveal: (event: EventRow) => void };

const RevealDialog = ({
  event: { source_id, id, timestamp },
  onReveal,
  onClose,
}: HiddenProps & { onClose: () => void }) => {
  const api = useApi();
  const reveal = useMutation({ mutationFn: (body: RevealRequest) => api.call(revealEvent, { body }) });
  const title = 'Reveal hidden data';
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        aria-label={title}
        schema={Reason}
        defaultValues={{ reason: '' }}
        explain={explain}
        onSubmit={({ reason }) =>
          withToasts(
            reveal.mutateAsync({ source_id, id, timestamp, reason }),
            (event) => {
              onReveal(event);
              onClose();
            },
            'eventReveal',
          )
        }
      >
        {({ field }) => (
          <>
            <Note>The audit log records who revealed what, when and why.</Note>
            <TextField {...field('reason')} label="Reason" placeholder="Ticket 4711" maxLength={500} isRequired />
            <FormActions onCancel={onClose}>
              <SubmitButton>Reveal</SubmitButton>
            </FormActions>
          </>
        )}
      </Form>
    </Dialog>
  );
};

/** Lists the data that privacy rules hide from the viewer. A manager of the event's organization can reveal the data. */
export const HiddenPart = ({ event, onReveal }: HiddenProps) => {
  const managed = useManaged().data;
  const [isAsking, setAsking] = useState(false);
  const isManager = managed?.some(({ organization }) => organization.id === event.organization_id) === true;
  return (
    <>
      <Alert
        title="Hidden by a privacy rule"
        action={
          isManager && (
            <Button size="sm" variant="secondary" onPress={() => setAsking(true)}>
              Reveal
            </Button>
          )
        }
      >
        {(event.hidden ?? []).map(hidesText).join(', ')}
      </Alert>
      {isAsking && <RevealDialog event={event} onReveal={onReveal} onClose={() => setAsking(false)} />}
    </>
  );
};

import { useState } from 'react';
import { type Publisher, PublisherName } from '@portico/contracts/http/integration-publishers';
import { Form, SubmitButton, TextField } from '@portico/ui';
import { besideField } from '@portico/ui/styles';
import { explain } from '../../../shared/forms/explain.ts';
import { withToasts } from '../../../shared/lists/with-toasts.ts';
import { Confirm } from '../../../shared/messages/confirm.tsx';
import { LeftBehind } from '../../../shared/responsible/left-behind.tsx';
import * as styles from '../connect.css.ts';
import { usePublisherMutations } from './publishers.queries.ts';

export type PublisherFormProps = { id: number };

/** The pressed button has disappeared together with the focus; the next address can be typed immediately. */
const focusFirst = (fields: HTMLElement | null): void => fields?.querySelector('input')?.focus();

/** Adds publishers one after another. */
export const NameForm = ({ id }: PublisherFormProps) => {
  const { name } = usePublisherMutations(id);
  const [named, setNamed] = useState(0);
  return (
    <Form
      key={named}
      aria-label="Name a publisher"
      schema={PublisherName}
      defaultValues={{ email: '' }}
      explain={explain}
      onSubmit={(values) => withToasts(name.mutateAsync(values), () => setNamed(named + 1), 'publisherName')}
    >
      {({ field }) => (
        <div ref={focusFirst} className={styles.oneField}>
          <TextField {...field('email')} label="Email" type="email" maxLength={320} isRequired />
          <div className={besideField}>
            <SubmitButton>Name publisher</SubmitButton>
          </div>
        </div>
      )}
    </Form>
  );
};

/** Asks before removing a publisher. */
export const RemovePublisher = ({
  id,
  publisher,
  onClose,
}: PublisherFormProps & { publisher: Publisher; onClose: () => void }) => {
  const { remove } = usePublisherMutations(id);
  return (
    <Confirm
      title={`Remove ${publisher.email}`}
      action="Remove"
      isDangerous
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(publisher.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className={styles.note}>
        They no longer see this page and the events of this integration. Keys that they are responsible for are refused
        until somebody takes them over.
      </p>
      {publisher.user && <LeftBehind userId={publisher.user.id} integration={id} />}
    </Confirm>
  );
};

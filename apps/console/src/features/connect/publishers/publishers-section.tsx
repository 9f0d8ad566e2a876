import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiClient } from '@portico/api-client';
import { type Publisher, PublisherName } from '@portico/contracts/http/integration-publishers';
import { Button, Form, Skeleton, SubmitButton, TextField } from '@portico/ui';
import { besideField } from '@portico/ui/styles';
import { explain } from '../../../shared/forms/explain.ts';
import { withToasts } from '../../../shared/lists/with-toasts.ts';
import { LoadFailure } from '../../../shared/messages/load-failure.tsx';
import { Confirm } from '../confirm.tsx';
import * as styles from '../connect.css.ts';
import { Section } from '../section.tsx';
import { publishersQuery, usePublisherMutations } from './publishers.queries.ts';

type SectionProps = { api: ApiClient; id: number };

const NameForm = ({ api, id }: SectionProps) => {
  const { name } = usePublisherMutations(api, id);
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
        <div className={styles.oneField}>
          <TextField {...field('email')} label="Email" type="email" maxLength={320} isRequired />
          <div className={besideField}>
            <SubmitButton>Name publisher</SubmitButton>
          </div>
        </div>
      )}
    </Form>
  );
};

const RemovePublisher = ({
  api,
  id,
  publisher,
  onClose,
}: SectionProps & { publisher: Publisher; onClose: () => void }) => {
  const { remove } = usePublisherMutations(api, id);
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
        They no longer see this page and the events of this integration. Keys that they created stay valid: revoke those
        that they know.
      </p>
    </Confirm>
  );
};

const LEAD =
  'Publishers connect this integration. They see its keys, its events and what was rejected of it, and nothing else of the organization.';

/** Who connects the integration beside the managers: named by e-mail, with or without an account. */
export const PublishersSection = ({ api, id }: SectionProps) => {
  const query = useQuery(publishersQuery(api, id));
  const [removed, setRemoved] = useState<Publisher | null>(null);
  const publishers = query.data?.data;
  return (
    <Section title="Publishers" lead={LEAD}>
      {publishers === undefined && !query.isError && <Skeleton height="3rem" />}
      {publishers === undefined && query.isError && (
        <LoadFailure isInside title="The publishers could not be loaded" query={query} />
      )}
      {publishers && publishers.length > 0 && (
        <ul className={styles.list} aria-label="Publishers">
          {publishers.map((publisher) => (
            <li key={publisher.id} className={styles.row}>
              <div className={styles.main}>
                <span className={styles.name}>{publisher.email}</span>
                <p className={styles.small}>{publisher.user?.name ?? 'Has not signed in yet'}</p>
              </div>
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Remove ${publisher.email}`}
                onPress={() => setRemoved(publisher)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {publishers?.length === 0 && <p className={styles.note}>Nobody is named yet.</p>}
      {publishers && <NameForm api={api} id={id} />}
      {removed && <RemovePublisher {...{ api, id }} publisher={removed} onClose={() => setRemoved(null)} />}
    </Section>
  );
};

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listPublishers,
  namePublisher,
  type Publisher,
  PublisherName,
  removePublisher,
} from '@portico/contracts/http/integration-publishers';
import { Button, Form, SubmitButton, type TabLinkProps, TabLinks, TabPanel, TextField } from '@portico/ui';
import { ArrivalsSection, type ArrivalsSectionProps } from './arrivals/arrivals-section.tsx';
import { ConformanceSection } from './conformance/conformance-section.tsx';
import { ContractSection } from './contract/contract-section.tsx';
import { DoorsSection, type DoorsSectionProps } from './doors/doors-section.tsx';
import { TrustSection } from './trust/trust-section.tsx';
import { useApi } from '../../api/use-api.ts';
import { QUIET, readQuery, useChange } from '../../api/calls.ts';
import { LoadState } from '../../shared/messages/load-failure.tsx';
import * as styles from './connect.css.ts';
import { Section } from './section.tsx';
import { besideField } from '@portico/ui/styles';
import { focusFirst } from '../../shared/forms/focus-first.ts';
import { explain } from '../../shared/forms/explain.ts';
import { RowButton } from '../../shared/lists/row-button.tsx';
import { withToasts } from '../../shared/lists/with-toasts.ts';
import { ActionDialog } from '../../shared/messages/action-dialog.tsx';
import { LeftBehind } from '../../shared/responsible/left-behind.tsx';
import type { ApiClient } from '@portico/api-client';

const publishersQuery = (api: ApiClient, id: number) =>
  readQuery(api, ['connect', 'publishers', id], listPublishers, { params: { id } }, QUIET);

const usePublisherMutations = (id: number) => {
  const api = useApi();
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: publishersQuery(api, id).queryKey });
  return {
    name: useChange(namePublisher, (body: PublisherName) => ({ params: { id }, body }), { onSettled }),
    remove: useChange(removePublisher, (publisherId: number) => ({ params: { id, publisherId } }), { onSettled }),
  };
};

type PublisherFormProps = { id: number };

const NameForm = ({ id }: PublisherFormProps) => {
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

const RemovePublisher = ({
  id,
  publisher,
  onClose,
}: PublisherFormProps & { publisher: Publisher; onClose: () => void }) => {
  const { remove } = usePublisherMutations(id);
  return (
    <ActionDialog
      title={`Remove ${publisher.email}`}
      action="Remove"
      isDangerous
      change={remove}
      onAct={() => remove.mutate(publisher.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className={styles.note}>
        This person will no longer see this page or the events of this integration. Portico refuses their keys until
        another person takes the keys over.
      </p>
      {publisher.user && <LeftBehind userId={publisher.user.id} integration={id} />}
    </ActionDialog>
  );
};

const LEAD = 'Publishers connect this integration. They see only its keys, its events and its rejected events.';

/** Lists the integration's publishers, without its managers. A publisher may not have an account yet. */
const PublishersSection = ({ id }: PublisherFormProps) => {
  const api = useApi();
  const query = useQuery(publishersQuery(api, id));
  const [isNaming, setIsNaming] = useState(false);
  const [removed, setRemoved] = useState<Publisher | null>(null);
  const publishers = query.data?.data;
  return (
    <Section title="Publishers" lead={LEAD}>
      {!publishers && <LoadState isInside title="The publishers could not be loaded" query={query} height="3rem" />}
      {publishers && publishers.length > 0 && (
        <ul className={styles.list} aria-label="Publishers">
          {publishers.map((publisher) => (
            <li key={publisher.id} className={styles.row}>
              <div className={styles.main}>
                <span className={styles.name}>{publisher.email}</span>
                <p className={styles.small}>{publisher.user?.name ?? 'Has not signed in yet'}</p>
              </div>
              <RowButton text="Remove" target={publisher.email} onPress={() => setRemoved(publisher)} />
            </li>
          ))}
        </ul>
      )}
      {publishers?.length === 0 && <p className={styles.note}>There are no publishers yet.</p>}
      {publishers && !isNaming && (
        <div>
          <Button variant="secondary" onPress={() => setIsNaming(true)}>
            Name a publisher
          </Button>
        </div>
      )}
      {publishers && isNaming && <NameForm id={id} />}
      {removed && <RemovePublisher id={id} publisher={removed} onClose={() => setRemoved(null)} />}
    </Section>
  );
};

export type ConnectRestProps = DoorsSectionProps & ArrivalsSectionProps;

const PARTS = [
  { id: 'accepted', text: 'Acceptance' },
  { id: 'contract', text: 'Event format' },
  { id: 'shared-topic', text: 'Shared topic' },
  { id: 'publishers', text: 'Publishers' },
] as const;

/** Steps 2 and 3 of the Connect page, and the reference material in tabs. */
export const ConnectRest = ({ connect, made, ...arrivals }: ConnectRestProps) => {
  const [part, setPart] = useState<string>(PARTS[0].id);
  const parts = connect.right === 'publisher' ? PARTS.slice(0, -1) : PARTS;
  const tab = (id: string, props: TabLinkProps) => (
    <button key={id} type="button" onClick={() => setPart(id)} {...props} />
  );
  return (
    <>
      <DoorsSection {...{ connect, made }} />
      <ArrivalsSection connect={connect} {...arrivals} />
      <TabLinks label="About this integration" tabs={parts} selected={part} link={tab} />
      <TabPanel key={part} id={part}>
        {part === 'accepted' && <ConformanceSection connect={connect} />}
        {part === 'contract' && <ContractSection connect={connect} />}
        {part === 'shared-topic' && <TrustSection connect={connect} />}
        {part === 'publishers' && <PublishersSection id={connect.id} />}
      </TabPanel>
    </>
  );
};

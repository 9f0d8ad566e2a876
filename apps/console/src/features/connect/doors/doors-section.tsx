import { useState } from 'react';
import type { Connect } from '@portico/contracts/http/connect';
import type { CreatedKey } from '@portico/contracts/http/integration-keys';
import { Alert, Button, Segments } from '@portico/ui';
import { tellFailure } from '../../../shared/messages/toasts.ts';
import { useConnectMutations } from '../connect.queries.ts';
import * as styles from '../connect.css.ts';
import { Section } from '../section.tsx';
import { type Door, KEY_ID, KEY_TEXT } from '../snippets/given.ts';
import { DoorFacts } from './door-facts.tsx';
import { SnippetTabs } from './snippet-tabs.tsx';

const DOORS: readonly { id: Door; text: string }[] = [
  { id: 'http', text: 'HTTP' },
  { id: 'own', text: 'Kafka, own topic' },
  { id: 'shared', text: 'Kafka, shared topic' },
];

const ABOUT: Record<Door, string> = {
  http: 'The shortest way. What is wrong with an event is in the answer. After a timeout send the same events again: an id counts once.',
  own: 'A Kafka topic that only the keys of this integration may write to.',
  shared: 'The topic that every integration may write to. Nobody proves there who sent an event, and no key is needed.',
};

const UseKafka = ({ id }: { id: number }) => {
  const { door } = useConnectMutations(id);
  return (
    <div className={styles.actions}>
      <Button
        isLoading={door.isPending}
        onPress={() => door.mutate(undefined, { onError: (error) => tellFailure('connectChange', error) })}
      >
        Use Kafka
      </Button>
      <span className={styles.small}>Makes the topic. It is there within seconds.</span>
    </div>
  );
};

export type DoorsSectionProps = { connect: Connect; made: CreatedKey | null };

/** Step 2: three ways to publish, each with where it is and code that can be copied. */
export const DoorsSection = ({ connect, made }: DoorsSectionProps) => {
  const [door, setDoor] = useState<Door>('http');
  const publishing = made?.kind === 'publish' ? made : null;
  const given = { connect, door, keyText: publishing?.key ?? KEY_TEXT, keyId: publishing?.keyId ?? KEY_ID };
  const isMissing = door === 'own' && connect.kafka.ownTopic === null;
  return (
    <Section
      step={2}
      title="Send your first event"
      lead="Pick a way in. The code publishes one event, and can be run as it is."
    >
      <div className={styles.choices}>
        <Segments label="Way in" options={DOORS} value={door} onChange={setDoor} />
      </div>
      <p className={styles.note}>{ABOUT[door]}</p>
      {door === 'shared' && connect.trust === 'enforce' && (
        <Alert variant="warning">Events of this integration are rejected there: see the shared topic below.</Alert>
      )}
      {door === 'shared' && connect.trust === 'observe' && (
        <Alert variant="warning">
          Events of this integration are listed there, but open no episode and send no alert: see the shared topic
          below.
        </Alert>
      )}
      {isMissing ? (
        <UseKafka id={connect.id} />
      ) : (
        <>
          <DoorFacts connect={connect} door={door} />
          {door !== 'shared' && publishing === null && (
            <p className={styles.note}>
              Put a key where {KEY_TEXT} stands{door === 'own' && ` and its id where ${KEY_ID} stands`}, or create one
              above.
            </p>
          )}
          <SnippetTabs {...given} />
        </>
      )}
    </Section>
  );
};

import { MAX_INGEST_EVENTS } from '@portico/contracts/http/ingest';
import { useState } from 'react';
import type { Connect } from '@portico/contracts/http/connect';
import type { CreatedKey } from '@portico/contracts/http/integration-keys';
import { Alert, Button, Row, Segments, formatNumber, Stack } from '@portico/ui';
import { tellFailure } from '../../../shared/messages/toasts.ts';
import { type Fact, Facts } from '../../../shared/lists/facts.tsx';
import { useConnectMutations } from '../connect.queries.ts';
import * as styles from '../connect.css.ts';
import { Section } from '../section.tsx';
import { type Door, KEY_ID, KEY_TEXT, type SnippetInput, mechanismOf } from '../snippets/given.ts';
import { CopyButton } from '../copy-button.tsx';
import { snippets } from '../snippets/snippets.ts';

/** A named block of code to copy. It can have the focus, so that the keyboard can scroll it. */
const CodeBlock = ({ label, code }: { label: string; code: string }) => (
  <Stack>
    <section aria-label={label} className={styles.source} {...{ tabIndex: 0 }}>
      <pre className={styles.plain}>{code}</pre>
    </section>
    <div>
      <CopyButton text={code} what="the code" />
    </div>
  </Stack>
);

const MECHANISMS = [
  { id: 'PLAIN', text: 'With the key' },
  { id: 'OAUTHBEARER', text: 'With a token' },
] as const;

/** Example code for a door (a way to publish) in one of several languages. The language stays selected for other doors. */
const SnippetTabs = (input: SnippetInput) => {
  const [chosen, setChosen] = useState('curl');
  const [mechanism, setMechanism] = useState(mechanismOf(input));
  const { connect, door } = input;
  const isChoice = door === 'own' && connect.kafka.mechanisms.length > 1;
  const kafka = isChoice ? { ...connect.kafka, mechanisms: [mechanism] } : connect.kafka;
  const all = snippets({ ...input, connect: { ...connect, kafka } });
  const shown = all.find(({ language }) => language === chosen) ?? all[0];
  if (!shown) return null;
  return (
    <Stack>
      {isChoice && (
        <div className={styles.choices}>
          <Segments label="Authentication" options={MECHANISMS} value={mechanism} onChange={setMechanism} />
        </div>
      )}
      {all.length > 1 && (
        <div className={styles.choices}>
          <Segments
            label="Language"
            options={all.map(({ language, label }) => ({ id: language, text: label }))}
            value={shown.language}
            onChange={setChosen}
          />
        </div>
      )}
      <CodeBlock label={`Example for ${shown.label}`} code={shown.code} />
    </Stack>
  );
};

const MIB = 1024 * 1024;
const bytesText = (bytes: number): string =>
  bytes >= 1024 * MIB ? `${formatNumber(bytes / (1024 * MIB))} GiB` : `${formatNumber(bytes / MIB)} MiB`;

const MECHANISM_TEXT = {
  PLAIN: 'PLAIN: key id and key',
  OAUTHBEARER: 'OAUTHBEARER: a token for key id and key',
} as const;

const codeOf = (text: string | null) => <code className={styles.code}>{text}</code>;

/** The address and limits of a door (a way to publish). */
const factsOf = ({ kafka, ingestUrl, tokenUrl, quota }: Connect, door: Door): Fact[] => {
  const limit: Fact = [
    'Quota',
    `${formatNumber(quota.eventsPerMinute)} events a minute, ${bytesText(quota.bytesPerDay)} a day`,
  ];
  const brokers: Fact = ['Brokers', codeOf(kafka.brokers)];
  if (door === 'http')
    return [
      ['Address', codeOf(ingestUrl)],
      ['At once', `one event, an array, NDJSON or CloudEvents: ${MAX_INGEST_EVENTS} events or 1 MiB, 64 KiB an event`],
      limit,
    ];
  if (door === 'shared') return [brokers, ['Topic', codeOf(kafka.sharedTopic)]];
  return [
    brokers,
    ['Topic', codeOf(kafka.ownTopic)],
    ['Topic of test keys', codeOf(kafka.testTopic)],
    ['Protocol', codeOf(kafka.protocol)],
    ['Authentication', kafka.mechanisms.map((mechanism) => MECHANISM_TEXT[mechanism]).join(', or ')],
    ['Token URL', codeOf(tokenUrl)],
    limit,
  ];
};

const DOORS: readonly { id: Door; text: string }[] = [
  { id: 'http', text: 'HTTP' },
  { id: 'own', text: 'Kafka, own topic' },
  { id: 'shared', text: 'Kafka, shared topic' },
];

const DESCRIPTIONS: Record<Door, string> = {
  http: 'The simplest way. The response lists rejected events. After a timeout, send the same events again: an id counts once.',
  own: 'A Kafka topic that only the keys of this integration may write to.',
  shared: 'The topic that every integration may write to. It needs no key, and senders are not verified.',
};

const UseKafka = ({ id }: { id: number }) => {
  const { door } = useConnectMutations(id);
  return (
    <Row>
      <Button
        isLoading={door.isPending}
        onPress={() => door.mutate(undefined, { onError: (error) => tellFailure('connectChange', error) })}
      >
        Use Kafka
      </Button>
      <span className={styles.small}>Creates the topic within seconds.</span>
    </Row>
  );
};

export type DoorsSectionProps = { connect: Connect; made: CreatedKey | null };

/** Step 2 of the Connect page: three ways to publish, each with its address and code to copy. */
export const DoorsSection = ({ connect, made }: DoorsSectionProps) => {
  const [door, setDoor] = useState<Door>('http');
  const publishing = made?.kind === 'publish' ? made : null;
  const input = { connect, door, keyText: publishing?.key ?? KEY_TEXT, keyId: publishing?.keyId ?? KEY_ID };
  const isMissing = door === 'own' && connect.kafka.ownTopic === null;
  return (
    <Section
      step={2}
      title="Send your first event"
      lead="Choose how to publish. The code publishes one event and runs unchanged."
    >
      <div className={styles.choices}>
        <Segments label="How to publish" options={DOORS} value={door} onChange={setDoor} />
      </div>
      <p className={styles.note}>{DESCRIPTIONS[door]}</p>
      {door === 'shared' && connect.trust === 'enforce' && (
        <Alert variant="warning">
          Portico rejects events of this integration on the shared topic. See the shared topic below.
        </Alert>
      )}
      {door === 'shared' && connect.trust === 'observe' && (
        <Alert variant="warning">
          Portico lists events from the shared topic, but they open no episode and send no alert. See the shared topic
          below.
        </Alert>
      )}
      {isMissing ? (
        <UseKafka id={connect.id} />
      ) : (
        <>
          <Facts facts={factsOf(connect, door)} />
          {door !== 'shared' && publishing === null && (
            <p className={styles.note}>
              Put a key where {KEY_TEXT} stands{door === 'own' && ` and its id where ${KEY_ID} stands`}, or create one
              above.
            </p>
          )}
          <SnippetTabs {...input} />
        </>
      )}
    </Section>
  );
};

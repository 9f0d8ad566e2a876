import type { ApiClient } from '@portico/api-client';
import { endpoint } from '@portico/contracts/http/endpoint';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Connect } from '@portico/contracts/http/connect';
import { Button, buttonClass, type Column, Row, Table } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { QUIET, readQuery } from '../../../api/calls.ts';
import { LoadFailure } from '../../../shared/messages/load-failure.tsx';
import * as styles from '../connect.css.ts';
import { Section } from '../section.tsx';
import { type Field, fieldsOf, JsonSchema } from './fields.ts';
import { DescribedEvents } from './schemas/described-events.tsx';
import { CheckEvent } from './check-event.tsx';

/** The API's documents, generated from its contracts. */
const DOCUMENTS = { asyncApi: '/asyncapi.yaml', schema: '/schemas/integration-event.json' } as const;

const getSchema = endpoint({
  method: 'GET',
  path: DOCUMENTS.schema,
  audit: { none: 'a public document' },
  summary: 'JSON Schema of an integration event',
  response: JsonSchema,
});

const schemaQuery = (api: ApiClient) =>
  readQuery(api, ['connect', 'schema'], getSchema, {}, { staleTime: Infinity, ...QUIET });

/** Renders the parts of a text between backticks as code. */
const withCode = (text: string): ReactNode[] =>
  text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} className={styles.code}>
        {part}
      </code>
    ) : (
      part
    ),
  );

const COLUMNS: readonly Column<Field>[] = [
  {
    id: 'name',
    header: 'Field',
    inCard: 'title',
    width: '12rem',
    cell: ({ name, isRequired }) => (
      <code className={styles.code}>
        {name}
        {!isRequired && <span className={styles.ended}> (optional)</span>}
      </code>
    ),
  },
  { id: 'type', header: 'Type', inCard: 'titleEnd', width: '8rem', cell: ({ type }) => type },
  {
    id: 'rule',
    header: 'Rule',
    inCard: 'line',
    cell: ({ meaning, rule }) => (
      <>
        {meaning !== '' && <div className={styles.whole}>{withCode(meaning)}</div>}
        {rule !== '' && <div className={styles.small}>{rule}</div>}
      </>
    ),
  },
  {
    id: 'example',
    header: 'Example',
    inCard: 'more',
    isNamedInCard: true,
    width: '18rem',
    cell: ({ example }) => <code className={styles.code}>{example}</code>,
  },
];

const EMPTY = 'The contract defines no fields.';

/** The format of an event, from the API's own schema, and a form to validate an event. */
export const ContractSection = ({ connect }: { connect: Connect }) => {
  const api = useApi();
  const query = useQuery(schemaQuery(api));
  const [isChecking, setIsChecking] = useState(false);
  const at = (path: string) => new URL(path, connect.ingestUrl).href;
  return (
    <Section title="What an event looks like" lead="Every event is one JSON object with these fields.">
      {query.isError && query.data === undefined ? (
        <LoadFailure isInside title="The contract could not be loaded" query={query} />
      ) : (
        <Table
          label="Fields of an event"
          columns={COLUMNS}
          rows={query.data && fieldsOf(query.data)}
          rowKey={({ name }) => name}
          empty={EMPTY}
        />
      )}
      <Row>
        {!isChecking && <Button onPress={() => setIsChecking(true)}>Check an event</Button>}
        <a
          className={buttonClass({ variant: 'secondary' })}
          href={at(DOCUMENTS.schema)}
          target="_blank"
          rel="noreferrer"
        >
          JSON Schema
        </a>
        <a
          className={buttonClass({ variant: 'secondary' })}
          href={at(DOCUMENTS.asyncApi)}
          target="_blank"
          rel="noreferrer"
        >
          AsyncAPI
        </a>
      </Row>
      {isChecking && <CheckEvent connect={connect} />}
      <DescribedEvents id={connect.id} />
    </Section>
  );
};

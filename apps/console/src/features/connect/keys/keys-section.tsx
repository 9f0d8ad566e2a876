import { besideField } from '@portico/ui/styles';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type CreatedKey, type IntegrationKey, MAX_KEYS, KeyCreate } from '@portico/contracts/http/integration-keys';
import { Button, Row, Skeleton, Form, Select, SubmitButton, TextField } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { LoadFailure } from '../../../shared/messages/load-failure.tsx';
import * as styles from '../connect.css.ts';
import { Section } from '../section.tsx';
import { KeyRow } from './key-row.tsx';
import { isValid, KIND_OPTIONS, MODE_OPTIONS } from './key-words.ts';
import { keysQuery, useKeyMutations } from './keys.queries.ts';
import { CopyButton } from '../copy-button.tsx';
import { RotateKey, RevokeKey } from './key-dialogs.tsx';
import { focusFirst } from '../../../shared/forms/focus-first.ts';
import { RowButton } from '../../../shared/lists/row-button.tsx';
import { explain } from '../../../shared/forms/explain.ts';
import { withToasts } from '../../../shared/lists/with-toasts.ts';

/** Shows the text of a new key. Takes the focus, because the form has disappeared. The caller mounts a separate element for each key. */
const NewKey = ({ created: { key, label }, onDone }: { created: CreatedKey; onDone: () => void }) => {
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <section ref={place} tabIndex={-1} className={styles.secret} aria-label={`The new key ${label}`}>
      <div>
        <h3 className={styles.subtitle}>Copy the key now</h3>
        <p className={styles.note}>
          Copy it now. You won't be able to see it again. Keep it secret like a password. The examples below contain the
          key until you leave this page.
        </p>
      </div>
      <code className={styles.code}>{key}</code>
      <Row>
        <CopyButton text={key} what="the key" />
        <Button variant="ghost" size="sm" onPress={onDone}>
          I have copied it
        </Button>
      </Row>
    </section>
  );
};

const NEW_KEY = { label: '', mode: 'live' as const, kind: 'publish' as const };

type CreateKeyProps = { id: number; onCreated: (key: CreatedKey) => void };

const CreateKey = ({ id, onCreated }: CreateKeyProps) => {
  const { create } = useKeyMutations(id);
  return (
    <Form
      aria-label="Create a key"
      schema={KeyCreate}
      defaultValues={NEW_KEY}
      explain={explain}
      onSubmit={(values) => withToasts(create.mutateAsync(values), onCreated, 'keyCreate')}
    >
      {({ field }) => (
        <div ref={focusFirst} className={styles.fields}>
          <TextField {...field('label')} label="Label" placeholder="Production" maxLength={100} isRequired />
          <Select
            {...field('mode')}
            label="Mode"
            description={
              field('mode').value === 'test'
                ? 'Events sent with a test key are deleted after 7 days and are not counted.'
                : undefined
            }
            options={MODE_OPTIONS}
          />
          <Select {...field('kind')} label="May" options={KIND_OPTIONS} />
          <div className={besideField}>
            <SubmitButton>Create key</SubmitButton>
          </div>
        </div>
      )}
    </Form>
  );
};

type KeysSectionProps = {
  id: number;
  /** The key created on this page. Only this key's text is still known. */
  made: CreatedKey | null;
  onMade: (key: CreatedKey | null) => void;
};

type OpenDialog = { what: 'rotate' | 'revoke'; key: IntegrationKey };

const LEAD = `A key identifies the integration of an event. An integration can have ${MAX_KEYS} valid keys.`;

/** Step 1 of the Connect page: the keys of an integration, and a form to create keys. */
export const KeysSection = ({ id, made, onMade }: KeysSectionProps) => {
  const api = useApi();
  const query = useQuery(keysQuery(api, id));
  const { takeOver } = useKeyMutations(id);
  const [shown, setShown] = useState<CreatedKey | null>(null);
  const [isCreating, setIsCreating] = useState(false);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const keys = query.data?.data;
  const valid = keys?.filter(isValid) ?? [];
  const ended = keys?.filter((key) => !isValid(key)) ?? [];
  const show = (key: CreatedKey) => {
    setIsCreating(false);
    onMade(key);
    setShown(key);
  };
  const forget = (keyId: string) => {
    if (made?.keyId === keyId) onMade(null);
    setShown((current) => (current?.keyId === keyId ? null : current));
  };
  const close = () => setDialog(null);
  if (query.isError && keys === undefined)
    return (
      <Section step={1} title="Create a key">
        <LoadFailure isInside title="The keys could not be loaded" query={query} />
      </Section>
    );
  return (
    <Section step={1} title="Create a key" lead={LEAD}>
      {shown && <NewKey key={shown.keyId} created={shown} onDone={() => setShown(null)} />}
      {keys === undefined && <Skeleton height="4rem" />}
      {valid.length > 0 && (
        <ul className={styles.list} aria-label="Keys">
          {valid.map((key) => (
            <KeyRow
              key={key.keyId}
              integrationKey={key}
              takeOver={key.mayEnd === false ? null : { ...takeOver, mutate: () => takeOver.mutate(key.keyId) }}
            >
              {key.mayEnd === false ? (
                <span className={styles.small}>Only managers can rotate or revoke this key</span>
              ) : (
                <>
                  {key.needsOwnerSince === null && (
                    <RowButton text="Rotate" target={key.label} onPress={() => setDialog({ what: 'rotate', key })} />
                  )}
                  <RowButton text="Revoke" target={key.label} onPress={() => setDialog({ what: 'revoke', key })} />
                </>
              )}
            </KeyRow>
          ))}
        </ul>
      )}
      {keys && valid.length < MAX_KEYS && !isCreating && (
        <div>
          <Button onPress={() => setIsCreating(true)}>
            {valid.length === 0 ? 'Create a key' : 'Create another key'}
          </Button>
        </div>
      )}
      {valid.length < MAX_KEYS && isCreating && <CreateKey id={id} onCreated={show} />}
      {valid.length >= MAX_KEYS && (
        <p className={styles.note}>There are {MAX_KEYS} valid keys. Revoke one to create another.</p>
      )}
      {ended.length > 0 && (
        <details>
          <summary className={styles.summary}>Revoked and expired keys ({ended.length})</summary>
          <ul className={styles.list} aria-label="Revoked and expired keys">
            {ended.map((key) => (
              <KeyRow key={key.keyId} integrationKey={key} />
            ))}
          </ul>
        </details>
      )}
      {dialog?.what === 'rotate' && (
        <RotateKey
          id={id}
          integrationKey={dialog.key}
          onRotated={(key, old) => {
            forget(old);
            show(key);
          }}
          onClose={close}
        />
      )}
      {dialog?.what === 'revoke' && (
        <RevokeKey id={id} integrationKey={dialog.key} onRevoked={forget} onClose={close} />
      )}
    </Section>
  );
};

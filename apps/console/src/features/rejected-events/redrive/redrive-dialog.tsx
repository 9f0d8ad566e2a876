import { useState } from 'react';
import { errorText } from '@portico/api-client';
import type { RedriveRequest } from '@portico/contracts/http/redrives';
import type { RejectionCode } from '@portico/contracts/events/integration-event';
import type { RejectedCause } from '@portico/contracts/http/rejected-events';
import {
  Alert,
  Button,
  Dialog,
  formatNumber,
  Note,
  Row,
  Segments,
  Select,
  Stack,
  TextArea,
  TextField,
} from '@portico/ui';
import { codeText, integrationText, pointerText } from '../rejected-texts.ts';
import { readDraft, type Draft, type DraftKind } from './correction-draft.ts';
import { Preview } from './preview.tsx';
import { RunDialog } from './run-dialog.tsx';
import { useRedrive } from './redrive.queries.ts';
import * as styles from './redrive.css.ts';

const KINDS: readonly { id: DraftKind; text: string }[] = [
  { id: 'map', text: 'Map values' },
  { id: 'set', text: 'Set a field' },
  { id: 'remove', text: 'Remove a field' },
  { id: 'patch', text: 'JSON Patch' },
  { id: 'asIs', text: 'No change' },
];

type DraftFormProps = { draft: Draft; onChange: (draft: Draft) => void };

const DraftForm = ({ draft, onChange }: DraftFormProps) => {
  const { kind } = draft;
  const change = (part: Partial<Draft>) => onChange({ ...draft, ...part });
  const field = (name: Exclude<keyof Draft, 'kind'>) => ({
    value: draft[name],
    spellCheck: 'false' as const,
    onChange: (text: string) => change({ [name]: text }),
  });
  return (
    <Stack gap={4}>
      <div className={styles.choices}>
        <Segments label="Kind of correction" options={KINDS} value={kind} onChange={(next) => change({ kind: next })} />
      </div>
      {kind === 'asIs' && (
        <Note>Portico publishes the events unchanged. Use this if the cause was outside the events and is fixed.</Note>
      )}
      {kind !== 'patch' && kind !== 'asIs' && (
        <TextField
          {...field('pointer')}
          label="Field"
          description="A JSON pointer into the published event, like /details/amount"
        />
      )}
      {kind === 'set' && <TextField {...field('value')} label="Value" description="JSON, or plain text" />}
      {kind === 'map' && (
        <>
          <TextArea
            {...field('pairs')}
            label="Values"
            description="One pair per line: old = new"
            placeholder="OK = SUCCESS"
          />
          <TextField {...field('otherwise')} label="Any other value" description="Leave empty to keep other values" />
        </>
      )}
      {kind === 'patch' && (
        <TextArea
          {...field('patch')}
          label="JSON Patch"
          description="RFC 6902: add, replace, remove, copy, move and test"
          rows={6}
        />
      )}
    </Stack>
  );
};

type RedriveDialogProps = {
  cause: RejectedCause;
  /** The text and time filters of the list of rejected events. */
  filter: Pick<RedriveRequest['filter'], 'query' | 'from' | 'to'>;
  onClose: () => void;
};

/** Rejection codes whose cause was not in the event, such as a quota. A later publication of the same event can succeed. */
const TRANSIENT: ReadonlySet<RejectionCode> = new Set([
  'over_quota',
  'over_entitlement',
  'use_your_own_door',
  'inactive_integration',
  'unknown_integration',
  'in_the_future',
]);

const kindOf = (code: RejectionCode): DraftKind => {
  if (TRANSIENT.has(code)) return 'asIs';
  return code === 'invalid_field' ? 'map' : 'patch';
};

const draftOf = ({ code, pointer }: RejectedCause): Draft => ({
  kind: kindOf(code),
  pointer,
  value: '',
  pairs: '',
  otherwise: '',
  patch: `[\n  { "op": "replace", "path": ${JSON.stringify(pointer || '/result')}, "value": "" }\n]`,
});

/** Corrects all events of one cause and integration. The viewer writes the correction, previews its results, and starts a run. */
export const RedriveDialog = ({ cause, filter, onClose }: RedriveDialogProps) => {
  const owners = cause.integrations.filter(({ integration_id }) => integration_id !== null);
  const [integration, setIntegration] = useState(owners[0]?.integration_id ?? null);
  const [draft, setDraft] = useState(() => draftOf(cause));
  const [run, setRun] = useState<string | null>(null);
  const { preview, start } = useRedrive();
  const read = readDraft(draft);
  const requestOf = (to = filter.to): RedriveRequest | null =>
    read.ok && integration !== null
      ? {
          filter: { ...filter, to, integration, code: cause.code, pointer: cause.pointer },
          correction: read.correction,
        }
      : null;
  const change = (next: Draft) => {
    setDraft(next);
    preview.reset();
    start.reset();
  };
  const request = requestOf();
  const previewed = preview.data;
  const begin = () => {
    const frozen = requestOf(previewed?.until);
    if (frozen) start.mutate(frozen, { onSuccess: ({ id }) => setRun(id) });
  };
  const error = start.error ?? preview.error;
  if (run !== null) return <RunDialog id={run} onClose={onClose} />;
  return (
    <Dialog title="Correct all" placement="end" onClose={onClose}>
      <Stack gap={4}>
        <Note>
          {codeText(cause.code)} {pointerText(cause.pointer)}: {cause.reason}
        </Note>
        {owners.length > 1 && (
          <Select
            label="Integration"
            options={owners.map((owner) => ({ value: String(owner.integration_id), text: integrationText(owner) }))}
            value={String(integration)}
            onChange={(id) => {
              setIntegration(Number(id));
              preview.reset();
            }}
          />
        )}
        <DraftForm draft={draft} onChange={change} />
        {!read.ok && <output className={styles.note}>{read.message}</output>}
        {error !== null && <Alert variant="danger" title={errorText(error)} />}
        {previewed && <Preview preview={previewed} />}
        <Note>Each event keeps its id. Portico skips events that are already listed, so no event is listed twice.</Note>
        <Row gap={3} justify="end">
          <Button
            variant="secondary"
            isDisabled={request === null}
            isLoading={preview.isPending}
            onPress={() => request && preview.mutate(request)}
          >
            Preview
          </Button>
          <Button
            isDisabled={request === null || !previewed || previewed.counts.published === 0}
            isLoading={start.isPending}
            onPress={begin}
          >
            {previewed ? `Publish ${formatNumber(previewed.counts.published)}` : 'Publish'}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
};

import { useState } from 'react';
import { errorText } from '@portico/api-client';
import type { RedriveRequest } from '@portico/contracts/http/redrives';
import type { RejectionCode } from '@portico/contracts/events/integration-event';
import type { RejectedCause } from '@portico/contracts/http/rejected-events';
import { Alert, Button, Dialog, formatNumber, Select } from '@portico/ui';
import { codeText, integrationText, pointerText } from '../rejected-texts.ts';
import { readDraft, type Draft, type DraftKind } from './correction-draft.ts';
import { DraftForm } from './draft-form.tsx';
import { Preview } from './preview.tsx';
import { RunView } from './run-view.tsx';
import { useRedrive } from './redrive.queries.ts';
import * as styles from './redrive.css.ts';

export type RedriveDialogProps = {
  cause: RejectedCause;
  /** Further filters of the list. */
  filter: Pick<RedriveRequest['filter'], 'query' | 'from' | 'to'>;
  onClose: () => void;
};

/** Codes whose cause was outside the event. */
const OF_THE_MOMENT: ReadonlySet<RejectionCode> = new Set([
  'over_quota',
  'over_entitlement',
  'use_your_own_door',
  'inactive_integration',
  'unknown_integration',
  'in_the_future',
]);

const kindOf = (code: RejectionCode): DraftKind => {
  if (OF_THE_MOMENT.has(code)) return 'asIs';
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

/** Corrects all events of one cause and integration: the correction, its preview, and the run. */
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
  const seen = preview.data;
  const begin = () => {
    const frozen = requestOf(seen?.until);
    if (frozen) start.mutate(frozen, { onSuccess: ({ id }) => setRun(id) });
  };
  const error = start.error ?? preview.error;
  if (run !== null)
    return (
      <Dialog title="Correct all" placement="end" onClose={onClose}>
        <RunView id={run} />
      </Dialog>
    );
  return (
    <Dialog title="Correct all" placement="end" onClose={onClose}>
      <div className={styles.stack}>
        <p className={styles.note}>
          {codeText(cause.code)} {pointerText(cause.pointer)}: {cause.reason}
        </p>
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
        {seen && <Preview preview={seen} />}
        <p className={styles.note}>
          Each event keeps its id: one that is listed already is left out, and none is listed twice.
        </p>
        <div className={styles.actions}>
          <Button
            variant="secondary"
            isDisabled={request === null}
            isLoading={preview.isPending}
            onPress={() => request && preview.mutate(request)}
          >
            Preview
          </Button>
          <Button
            isDisabled={request === null || !seen || seen.counts.published === 0}
            isLoading={start.isPending}
            onPress={begin}
          >
            {seen ? `Publish ${formatNumber(seen.counts.published)}` : 'Publish'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};

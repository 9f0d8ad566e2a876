import { useState } from 'react';
import { type Expectation, MAX_EVERY_MINUTES, MAX_GRACE_MINUTES, type Silence } from '@portico/contracts/http/silence';
import { NumberField, Select, TextField } from '@portico/ui';
import { ActionDialog } from '../../shared/messages/action-dialog.tsx';
import { useSilenceUpdate } from './silence.queries.ts';

const KINDS = [
  { value: 'learned', text: 'Learn from past events' },
  { value: 'every', text: 'An event every so many minutes' },
  { value: 'cron', text: 'An event at fixed times' },
  { value: 'off', text: 'No events' },
] as const;

type Draft = {
  kind: Expectation['kind'];
  minutes: number | null;
  cron: string;
  cronZone: string;
  grace: number | null;
  zone: string;
};

function draftOf({ expectation, zone }: Silence): Draft {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const base = { kind: expectation.kind, minutes: 60, cron: '0 9 * * 1-5', cronZone: own, grace: 60, zone };
  if (expectation.kind === 'every') return { ...base, minutes: expectation.minutes };
  if (expectation.kind !== 'cron') return base;
  return { ...base, cron: expectation.cron, cronZone: expectation.zone, grace: expectation.graceMinutes };
}

/** Converts the form to an expectation, or returns null while a number is missing. */
function expectationOf({ kind, minutes, cron, cronZone, grace }: Draft): Expectation | null {
  if (kind === 'every') return minutes === null ? null : { kind, minutes };
  if (kind === 'cron') return grace === null ? null : { kind, cron, zone: cronZone, graceMinutes: grace };
  return { kind };
}

type ExpectationDialogProps = { silence: Silence; onClose: () => void };

/** Edits when events of an integration are expected. */
export const ExpectationDialog = ({ silence, onClose }: ExpectationDialogProps) => {
  const update = useSilenceUpdate(silence.integrationId);
  const [draft, setDraft] = useState(() => draftOf(silence));
  const change = (next: Partial<Draft>) => setDraft({ ...draft, ...next });
  const expectation = expectationOf(draft);
  const save = () => {
    if (expectation) update.mutate({ expectation, zone: draft.zone }, { onSuccess: onClose });
  };
  return (
    <ActionDialog
      title={`Expected events of ${silence.integration ?? `integration ${silence.integrationId}`}`}
      action="Save"
      change={update}
      isDisabled={expectation === null}
      onAct={save}
      onClose={onClose}
    >
      <Select label="Expected" options={KINDS} value={draft.kind} onChange={(kind) => change({ kind })} />
      {draft.kind === 'learned' && (
        <TextField
          label="Time zone of the usual week"
          description="For example Europe/Berlin. Portico adjusts for clock changes."
          value={draft.zone}
          onChange={(zone) => change({ zone })}
        />
      )}
      {draft.kind === 'every' && (
        <NumberField
          label="Minutes"
          value={draft.minutes}
          onChange={(minutes) => change({ minutes })}
          minValue={1}
          maxValue={MAX_EVERY_MINUTES}
        />
      )}
      {draft.kind === 'cron' && (
        <>
          <TextField
            label="Times, as in crontab"
            description="Minute, hour, day of the month, month, day of the week. Example: 0 9 * * 1-5 means 9:00 on working days."
            value={draft.cron}
            onChange={(cron) => change({ cron })}
          />
          <TextField label="Time zone" value={draft.cronZone} onChange={(cronZone) => change({ cronZone })} />
          <NumberField
            label="Allowed delay in minutes"
            value={draft.grace}
            onChange={(grace) => change({ grace })}
            minValue={0}
            maxValue={MAX_GRACE_MINUTES}
          />
        </>
      )}
    </ActionDialog>
  );
};

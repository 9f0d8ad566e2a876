import { Segments, TextArea, TextField } from '@portico/ui';
import type { Draft, DraftKind } from './correction-draft.ts';
import * as styles from './redrive.css.ts';

const KINDS: readonly { id: DraftKind; text: string }[] = [
  { id: 'map', text: 'Map values' },
  { id: 'set', text: 'Set a field' },
  { id: 'remove', text: 'Remove a field' },
  { id: 'patch', text: 'JSON Patch' },
  { id: 'asIs', text: 'As they are' },
];

export type DraftFormProps = { draft: Draft; onChange: (draft: Draft) => void };

/** How to correct each event: one of three forms, a JSON Patch, or unchanged. */
export const DraftForm = ({ draft, onChange }: DraftFormProps) => {
  const change = (part: Partial<Draft>) => onChange({ ...draft, ...part });
  const { kind } = draft;
  return (
    <div className={styles.stack}>
      <div className={styles.choices}>
        <Segments label="Kind of correction" options={KINDS} value={kind} onChange={(next) => change({ kind: next })} />
      </div>
      {kind === 'asIs' && (
        <p className={styles.note}>They are published unchanged, for causes outside the events that no longer exist.</p>
      )}
      {kind !== 'patch' && kind !== 'asIs' && (
        <TextField
          label="Field"
          description="As a JSON pointer into what was published, like /details/amount"
          value={draft.pointer}
          spellCheck="false"
          onChange={(pointer) => change({ pointer })}
        />
      )}
      {kind === 'set' && (
        <TextField
          label="Value"
          description="JSON, or plain text"
          value={draft.value}
          spellCheck="false"
          onChange={(value) => change({ value })}
        />
      )}
      {kind === 'map' && (
        <>
          <TextArea
            label="Values"
            description="One pair a line: old = new"
            placeholder="OK = SUCCESS"
            value={draft.pairs}
            spellCheck="false"
            onChange={(pairs) => change({ pairs })}
          />
          <TextField
            label="Any other value"
            description="Empty: unchanged"
            value={draft.otherwise}
            spellCheck="false"
            onChange={(otherwise) => change({ otherwise })}
          />
        </>
      )}
      {kind === 'patch' && (
        <TextArea
          label="JSON Patch"
          description="RFC 6902: add, replace, remove, copy, move and test"
          rows={6}
          value={draft.patch}
          spellCheck="false"
          onChange={(patch) => change({ patch })}
        />
      )}
    </div>
  );
};

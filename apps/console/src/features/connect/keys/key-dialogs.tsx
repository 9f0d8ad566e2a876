import { useState } from 'react';
import type { CreatedKey, IntegrationKey, Overlap } from '@portico/contracts/http/integration-keys';
import { Segments } from '@portico/ui';
import { ActionDialog } from '../../../shared/messages/action-dialog.tsx';
import * as styles from '../connect.css.ts';
import { OVERLAP_OPTIONS } from './key-words.ts';
import { useKeyMutations } from './keys.queries.ts';

type KeyDialogProps = { id: number; integrationKey: IntegrationKey; onClose: () => void };

/** A dialog that creates a replacement for a key. The old key stays valid for the time that the user chooses. */
export const RotateKey = (props: KeyDialogProps & { onRotated: (key: CreatedKey, old: string) => void }) => {
  const { id, integrationKey, onRotated, onClose } = props;
  const { keyId, label } = integrationKey;
  const { rotate } = useKeyMutations(id);
  const [overlap, setOverlap] = useState<Overlap>('24h');
  const change = () =>
    rotate.mutate(
      { keyId, overlap },
      {
        onSuccess: (key) => {
          onRotated(key, keyId);
          onClose();
        },
      },
    );
  return (
    <ActionDialog title={`Rotate ${label}`} action="Rotate" change={rotate} onAct={change} onClose={onClose}>
      <p className={styles.note}>
        You get a new key with the same label. How long should the old key stay valid while you update your programs?
      </p>
      <div className={styles.choices}>
        <Segments label="The old key stays valid for" options={OVERLAP_OPTIONS} value={overlap} onChange={setOverlap} />
      </div>
    </ActionDialog>
  );
};

export const RevokeKey = (props: KeyDialogProps & { onRevoked: (keyId: string) => void }) => {
  const { id, integrationKey, onRevoked, onClose } = props;
  const { keyId, label, prefix } = integrationKey;
  const { revoke } = useKeyMutations(id);
  const change = () =>
    revoke.mutate(keyId, {
      onSuccess: () => {
        onRevoked(keyId);
        onClose();
      },
    });
  return (
    <ActionDialog
      title={`Revoke ${label}`}
      action="Revoke"
      isDangerous
      change={revoke}
      onAct={change}
      onClose={onClose}
    >
      <p className={styles.note}>
        Programs that use <code className={styles.code}>{prefix}…</code> will be refused within two seconds. You cannot
        restore a revoked key.
      </p>
    </ActionDialog>
  );
};

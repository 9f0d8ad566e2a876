import { useState } from 'react';
import type { Liveness } from '@portico/contracts/http/silence';
import { Row } from '@portico/ui';
import { RowButton } from '../../shared/lists/row-button.tsx';
import { tellFailure } from '../../shared/messages/toasts.ts';
import { useSilenceUpdate } from './silence.queries.ts';
import { HOUR, morning, UntilDialog } from '../../shared/time/until-dialog.tsx';

const SPANS = [
  { value: 'hours', text: '4 hours', until: (now: number) => now + 4 * HOUR },
  { value: 'tomorrow', text: 'Until tomorrow at 8', until: morning(1) },
  { value: 'week', text: '7 days', until: morning(7) },
  { value: 'weeks', text: '14 days', until: morning(14) },
  { value: 'month', text: '30 days', until: morning(30) },
  { value: 'quarter', text: '90 days', until: morning(90) },
] as const;

type PauseDialogProps = { id: number; name: string; onClose: () => void };

/** Pauses the detection of silence of an integration until a chosen time. */
const PauseDialog = ({ id, name, onClose }: PauseDialogProps) => {
  const update = useSilenceUpdate(id);
  return (
    <UntilDialog
      title={`Pause ${name}`}
      action="Pause"
      note="Portico sends no notices about silence until then. It still lists events of this integration."
      spans={SPANS}
      initial="tomorrow"
      change={update}
      onAct={(pausedUntil) => update.mutate({ pausedUntil }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
};

/** Buttons for managers that mark the silence of an integration as normal, or pause the integration. */
export const MissedActions = ({ liveness }: { liveness: Liveness }) => {
  const [isPausing, setIsPausing] = useState(false);
  const update = useSilenceUpdate(liveness.integrationId);
  const name = liveness.integration ?? `integration ${liveness.integrationId}`;
  if (!liveness.canChange) return null;
  return (
    <Row>
      <RowButton text="Pause until…" target={name} onPress={() => setIsPausing(true)} />
      <RowButton
        text="This silence is normal"
        target={`for ${name}`}
        isLoading={update.isPending}
        onPress={() => update.mutate({ isNormal: true }, { onError: (error) => tellFailure('silenceChange', error) })}
      />
      {isPausing && <PauseDialog name={name} id={liveness.integrationId} onClose={() => setIsPausing(false)} />}
    </Row>
  );
};

import { visuallyHidden } from '@portico/ui/styles';
import { useId, useState } from 'react';
import { type Trust, TRUSTS } from '@portico/contracts/common/trust';
import type { Connect } from '@portico/contracts/http/connect';
import { tellFailure } from '../../../shared/messages/toasts.ts';
import { useConformance } from '../conformance/conformance.queries.ts';
import { useConnectMutations } from '../connect.queries.ts';
import * as connectStyles from '../connect.css.ts';
import { Section } from '../section.tsx';
import { sharedText } from './shared-text.ts';
import * as styles from './trust.css.ts';
import { ActionDialog } from '../../../shared/messages/action-dialog.tsx';

const CHOICES: readonly { id: Trust; name: string; text: string }[] = [
  {
    id: 'open',
    name: 'Open',
    text: 'Portico accepts events for this integration. They can open episodes and send alerts.',
  },
  {
    id: 'observe',
    name: 'Observe',
    text: 'Portico lists these events, but they open no episodes, send no alerts and end no silence. You can see which events Enforce would reject.',
  },
  {
    id: 'enforce',
    name: 'Enforce',
    text: "Portico rejects these events. It lists only events sent with a key or on the integration's own topic.",
  },
];

/** Sets how Portico handles events on the shared topic, because it cannot authenticate their senders. */
export const TrustSection = ({ connect: { id, name, right, trust: current } }: { connect: Connect }) => {
  const { trust } = useConnectMutations(id);
  const [isAsked, setIsAsked] = useState(false);
  const group = useId();
  const { data: conformance, isSuccess } = useConformance(id, '24h', current !== 'enforce');
  // A publisher may choose only the current or a stricter level.
  const mayChoose = (next: Trust) => right !== 'publisher' || TRUSTS.indexOf(next) >= TRUSTS.indexOf(current);
  const isHarmless = isSuccess && conformance.shared?.count === 0;
  const choose = (next: Trust) => {
    if (next === 'enforce' && !isHarmless) setIsAsked(true);
    else trust.mutate(next, { onError: (error) => tellFailure('connectChange', error) });
  };
  return (
    <Section
      title="The shared topic"
      lead="Portico cannot verify senders on the shared topic. Choose how it handles their events for this integration."
    >
      <fieldset className={styles.choices} disabled={trust.isPending}>
        <legend className={visuallyHidden}>Events on the shared topic</legend>
        {CHOICES.map((choice) => (
          <div key={choice.id} className={styles.choice}>
            <label className={styles.name}>
              <input
                type="radio"
                className={styles.input}
                name={group}
                value={choice.id}
                checked={choice.id === current}
                disabled={!mayChoose(choice.id)}
                aria-describedby={`${group}-${choice.id}`}
                onChange={() => choose(choice.id)}
              />
              {choice.name}
            </label>
            <p id={`${group}-${choice.id}`} className={connectStyles.small}>
              {choice.text}
            </p>
          </div>
        ))}
      </fieldset>
      {right === 'publisher' && current !== 'open' && (
        <p className={connectStyles.note}>Only managers of the organization can go back to a less strict choice.</p>
      )}
      {current !== 'enforce' && conformance && <p className={connectStyles.note}>{sharedText(conformance)}</p>}
      {isAsked && (
        <ActionDialog
          title="Reject events on the shared topic?"
          action="Enforce"
          isDangerous
          change={trust}
          onAct={() => trust.mutate('enforce', { onSuccess: () => setIsAsked(false) })}
          onClose={() => {
            trust.reset();
            setIsAsked(false);
          }}
        >
          {conformance && <p className={connectStyles.note}>{sharedText(conformance)}</p>}
          <p className={connectStyles.note}>
            From now on events of {name} on the shared topic will be rejected. First check that each of your programs
            uses a key. {right === 'publisher' ? 'Only managers can undo this.' : 'You can undo this at any time.'}
          </p>
        </ActionDialog>
      )}
    </Section>
  );
};

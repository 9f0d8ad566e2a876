import { MAX_RULE_CHANNELS } from '@portico/contracts/http/rules';
import type { Channel } from '@portico/contracts/http/channels';
import { Switch } from '@portico/ui';
import { type OwnerChoice, isOf } from './owners.ts';
import { CHANNEL_LABELS } from '@portico/contracts/http/channel-targets';
import * as styles from './rule-form.css.ts';

type Ways = { inbox: boolean; channels: readonly number[] };

type WayFieldsProps = {
  owner: Pick<OwnerChoice, 'owner' | 'organizationId'>;
  channels: readonly Channel[];
  value: Ways;
  onChange: (ways: { inbox: boolean; channels: number[] }) => void;
};

export const WayFields = ({ owner, channels, value, onChange }: WayFieldsProps) => {
  const own = channels.filter((channel) => isOf(channel, owner));
  const isFull = value.channels.length >= MAX_RULE_CHANNELS;
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>Notify through</legend>
      <Switch
        label="In the inbox"
        value={value.inbox}
        onChange={(inbox) => onChange({ inbox, channels: [...value.channels] })}
      />
      {own.map(({ id, name, type, hint, state }) => {
        const isOn = value.channels.includes(id);
        return (
          <Switch
            key={id}
            label={`${CHANNEL_LABELS[type]}: ${name}`}
            description={state === 'unverified' ? `${hint}, which is not verified yet` : hint}
            value={isOn}
            isDisabled={isFull && !isOn}
            onChange={(isWanted) =>
              onChange({
                inbox: value.inbox,
                channels: isWanted ? [...value.channels, id] : value.channels.filter((one) => one !== id),
              })
            }
          />
        );
      })}
      {own.length === 0 && (
        <p className={styles.note}>
          You have no channels yet. <a href="/notifications?tab=channels">Add a channel</a> to be notified by e-mail, in
          a chat, or by a webhook.
        </p>
      )}
    </fieldset>
  );
};

import type { OwnerKind } from '@portico/contracts/common/owners';
import type { RuleKind } from '@portico/contracts/http/notices';
import { Switch } from '@portico/ui';
import * as styles from '../notifications.css.ts';

const KINDS: readonly { kind: RuleKind; text: string; isPlatform?: true }[] = [
  { kind: 'episode.opened', text: 'An integration starts failing' },
  { kind: 'episode.closed', text: 'It is over' },
  { kind: 'episode.flapping', text: 'It fails and recovers again and again' },
  { kind: 'integration.silent', text: 'An integration falls silent' },
  { kind: 'integration.back', text: 'It is heard again' },
  { kind: 'platform.behind', text: 'Events are processed late', isPlatform: true },
  { kind: 'platform.caught_up', text: 'That is over', isPlatform: true },
];

export type KindsFieldsProps = {
  owner: OwnerKind;
  value: readonly RuleKind[];
  onChange: (kinds: RuleKind[]) => void;
};

/** Of what one is notified. How Portico itself is doing is for administrators. */
export const KindsFields = ({ owner, value, onChange }: KindsFieldsProps) => (
  <fieldset className={styles.fieldset}>
    <legend className={styles.subheading}>When</legend>
    {KINDS.filter(({ isPlatform }) => isPlatform !== true || owner === 'product').map(({ kind, text }) => (
      <Switch
        key={kind}
        label={text}
        value={value.includes(kind)}
        onChange={(isOn) => onChange(isOn ? [...value, kind] : value.filter((one) => one !== kind))}
      />
    ))}
  </fieldset>
);

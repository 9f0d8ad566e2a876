import {
  MAX_TROUBLE_FAILURES,
  MAX_TROUBLE_MINUTES,
  type TroubleThreshold,
} from '@portico/contracts/http/episode-settling';
import { NumberField, Switch } from '@portico/ui';
import type { RuleDraft } from './rule-draft.ts';

const DEFAULT_THRESHOLD: TroubleThreshold = { failures: 10, share: 50, minutes: 10 };
const FIELDS: readonly { name: keyof TroubleThreshold; label: string; from: number; to: number }[] = [
  { name: 'failures', label: 'After this many failures', from: 1, to: MAX_TROUBLE_FAILURES },
  { name: 'share', label: 'Minimum share of failed events, in percent', from: 0, to: 100 },
  { name: 'minutes', label: 'Within this many minutes', from: 1, to: MAX_TROUBLE_MINUTES },
];

type ThresholdFieldsProps = {
  value: RuleDraft['trouble'];
  onChange: (change: Pick<RuleDraft, 'trouble'>) => void;
};

/** Edits the threshold of a rule. A rule without a threshold uses each integration's threshold. */
export const ThresholdFields = ({ value, onChange }: ThresholdFieldsProps) => (
  <>
    <Switch
      label="Use a separate failure threshold"
      description="If this is off, the rule uses the threshold of each integration."
      value={value !== null}
      onChange={(isOn) => onChange({ trouble: isOn ? DEFAULT_THRESHOLD : null })}
    />
    {value !== null &&
      FIELDS.map(({ name, label, from, to }) => (
        <NumberField
          key={name}
          label={label}
          value={value[name]}
          onChange={(number) => onChange({ trouble: { ...value, [name]: number ?? from } })}
          minValue={from}
          maxValue={to}
        />
      ))}
  </>
);

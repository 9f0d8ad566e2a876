import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@portico/api-client';
import { wording } from '@portico/contracts/common/error-map';
import type { Privacy, PrivacyTrialResult } from '@portico/contracts/http/privacy';
import {
  DETECTORS,
  isDetector,
  MAX_PRIVACY_RULES,
  PRIVACY_ACTIONS,
  PrivacyRule,
} from '@portico/contracts/privacy/rules';
import {
  Alert,
  Button,
  Dialog,
  formatNumber,
  formatTime,
  FormActions,
  Icon,
  List,
  ListRow,
  Note,
  Row,
  Select,
  Stack,
  TextField,
} from '@portico/ui';
import { withToasts } from '../../../shared/lists/with-toasts.ts';
import { ACTION_TEXTS, BELOW_TEXTS, DETECTOR_TEXTS, hidesText } from '../../../shared/privacy/privacy-words.ts';
import { usePrivacyMutations } from './privacy.queries.ts';

const FIELD = 'field';
const KIND_OPTIONS = [
  { value: FIELD, text: 'A field of the details' },
  ...DETECTORS.map((value) => ({ value, text: DETECTOR_TEXTS[value] })),
];
const ACTION_OPTIONS = PRIVACY_ACTIONS.map((value) => ({ value, text: ACTION_TEXTS[value] }));
const ROLE_OPTIONS = (['operator', 'manager', 'admin'] as const).map((value) => ({ value, text: BELOW_TEXTS[value] }));
const NEW_RULE: PrivacyRule = { hides: '/', action: 'mask', below: 'manager' };

const faultOf = (rule: PrivacyRule): string | undefined =>
  PrivacyRule.safeParse(rule, { error: wording }).error?.issues[0]?.message;

type RuleRowProps = {
  rule: PrivacyRule;
  number: number;
  error: string | undefined;
  onChange: (rule: PrivacyRule) => void;
  onRemove: () => void;
};

const RuleRow = ({ rule, number, error, onChange, onRemove }: RuleRowProps) => (
  <ListRow>
    <fieldset aria-label={`Rule ${number}`}>
      <Stack>
        <Select
          label="Hide"
          options={KIND_OPTIONS}
          value={isDetector(rule.hides) ? rule.hides : FIELD}
          onChange={(hides) => onChange({ ...rule, hides: hides === FIELD ? '/' : hides })}
        />
        {!isDetector(rule.hides) && (
          <TextField
            label="Path"
            description="Such as /customer/email, or /items/*/iban for each entry of a list."
            value={rule.hides}
            error={error}
            maxLength={200}
            spellCheck="false"
            onChange={(hides) => onChange({ ...rule, hides: hides.startsWith('/') ? hides : `/${hides}` })}
          />
        )}
        <Select
          label="How"
          options={ACTION_OPTIONS}
          value={rule.action}
          onChange={(action) => onChange({ ...rule, action })}
        />
        <Select
          label="From whom"
          options={ROLE_OPTIONS}
          value={rule.below}
          onChange={(below) => onChange({ ...rule, below })}
        />
        <Row>
          <Button variant="ghost" size="sm" aria-label={`Remove rule ${number}`} onPress={onRemove}>
            <Icon of={Trash2} size="sm" />
            Remove
          </Button>
        </Row>
      </Stack>
    </fieldset>
  </ListRow>
);

type TrialProps = { rules: readonly PrivacyRule[]; result: PrivacyTrialResult };

const Trial = ({ rules, result: { events, counts, samples } }: TrialProps) => (
  <Stack>
    {rules.map(({ hides }, index) => (
      <Note key={`${index} ${hides}`}>
        {hidesText(hides)}: in {formatNumber(counts[index] ?? 0)} of the newest {formatNumber(events)} events
      </Note>
    ))}
    {samples.map(({ event_name, timestamp, before, after }, index) => (
      <section key={index} aria-label={`Sample ${index + 1}`}>
        <Note>
          {event_name}, {formatTime(timestamp)}
        </Note>
        <p>
          Before: <code>{before}</code>
        </p>
        <p>
          After: <code>{after}</code>
        </p>
      </section>
    ))}
  </Stack>
);

export type PrivacyDialogProps = { organizationId: number | null; privacy: Privacy; onClose: () => void };

/** Edits privacy rules. Before saving, shows which of the newest events the rules would change. */
export const PrivacyDialog = ({ organizationId, privacy, onClose }: PrivacyDialogProps) => {
  const { save, trial } = usePrivacyMutations(organizationId);
  const [rules, setRules] = useState<readonly PrivacyRule[]>(privacy.rules);
  const [areFaultsShown, setFaultsShown] = useState(false);
  const change = (next: readonly PrivacyRule[]) => {
    setRules(next);
    trial.reset();
  };
  /** Calls `send` if every rule is valid, otherwise shows the errors. */
  const ifValid = (send: () => void) => () => {
    const isSound = rules.every((rule) => faultOf(rule) === undefined);
    setFaultsShown(!isSound);
    if (isSound) send();
  };
  const submit = () =>
    void withToasts(save.mutateAsync({ version: privacy.version, rules: [...rules] }), onClose, 'privacySave').catch(
      () => undefined,
    );
  return (
    <Dialog title="Privacy rules" placement="end" onClose={onClose}>
      <Stack>
        <Note>Rules also hide data in past events. Portico still stores the complete events.</Note>
        {rules.length > 0 && (
          <List label="Rules">
            {rules.map((rule, index) => (
              <RuleRow
                key={index}
                rule={rule}
                number={index + 1}
                error={areFaultsShown ? faultOf(rule) : undefined}
                onChange={(changed) => change(rules.with(index, changed))}
                onRemove={() => change(rules.toSpliced(index, 1))}
              />
            ))}
          </List>
        )}
        <Row>
          <Button
            variant="secondary"
            isDisabled={rules.length >= MAX_PRIVACY_RULES}
            onPress={() => change([...rules, NEW_RULE])}
          >
            Add a rule
          </Button>
          {rules.length > 0 && (
            <Button
              variant="secondary"
              isLoading={trial.isPending}
              onPress={ifValid(() => trial.mutate({ organizationId, rules: [...rules] }))}
            >
              Try on the newest events
            </Button>
          )}
        </Row>
        {trial.isError && <Alert variant="danger">{errorText(trial.error)}</Alert>}
        {trial.data && <Trial rules={rules} result={trial.data} />}
        <FormActions onCancel={onClose}>
          <Button isLoading={save.isPending} onPress={ifValid(submit)}>
            Save rules
          </Button>
        </FormActions>
      </Stack>
    </Dialog>
  );
};

import { type AriaAttributes, type ReactNode, useState } from 'react';
import { ApiError, errorText } from '@portico/api-client';
import { type Measure, MEASURES } from '@portico/contracts/http/event-usage';
import { METER_PERIODS, type MeterPreview, type Meters, MeterWrite } from '@portico/contracts/http/usage';
import {
  Alert,
  Button,
  Dialog,
  Form,
  FormActions,
  formatNumber,
  List,
  ListRow,
  Note,
  Row,
  type SearchAssist,
  Select,
  Stack,
  SubmitButton,
  Switch,
  TextField,
} from '@portico/ui';
import { explain } from '../../shared/forms/explain.ts';
import { withToasts } from '../../shared/lists/with-toasts.ts';
import { amountText } from '../../shared/purchases/usage.ts';
import * as styles from './billing.css.ts';
import { MEASURE_TEXTS, PERIOD_TEXTS } from './meter-words.ts';
import { useMeterMutations } from './meters.queries.ts';

const MEASURE_OPTIONS = MEASURES.map((value) => ({ value, text: MEASURE_TEXTS[value] }));
const PERIOD_OPTIONS = METER_PERIODS.map((value) => ({ value, text: PERIOD_TEXTS[value] }));

const Preview = ({ data, measure }: { data: MeterPreview['data']; measure: Measure }) =>
  data.length === 0 ? (
    <Note>No organization has matching events in the last 30 days.</Note>
  ) : (
    <List label="Last 30 days by organization">
      {data.map(({ organizationId, name, value, events }) => (
        <ListRow key={organizationId}>
          <Row justify="between">
            <span>{name ?? `Organization ${organizationId}`}</span>
            <div>
              {amountText(value)}
              {measure !== 'events' && <Note>{formatNumber(events)} events</Note>}
            </div>
          </Row>
        </ListRow>
      ))}
    </List>
  );

export type MeterDialogProps = {
  of: Meters['data'][number];
  /** Renders the query assistant. */
  renderAssist: (assist: SearchAssist) => ReactNode;
  onClose: () => void;
};

const COMBOBOX = ['aria-expanded', 'aria-autocomplete', 'aria-controls', 'aria-activedescendant'] as const;
/** Sets ARIA attributes directly, because the text field has no props for a combobox. */
const setAria = (input: HTMLInputElement, aria: AriaAttributes): void => {
  input.setAttribute('role', 'combobox');
  for (const name of COMBOBOX)
    if (aria[name] === undefined) input.removeAttribute(name);
    else input.setAttribute(name, String(aria[name]));
};

/** Edits which events an entitlement counts, with a preview before saving. */
export const MeterDialog = ({ of: { lookupKey, name, meter }, renderAssist, onClose }: MeterDialogProps) => {
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const { save, preview } = useMeterMutations(lookupKey);
  const [tried, setTried] = useState<string>();
  const title = `Meter of ${name}`;
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        aria-label={title}
        schema={MeterWrite}
        defaultValues={{
          where: meter?.where ?? '',
          measure: meter?.measure ?? 'events',
          field: meter?.field,
          hard: meter?.hard ?? false,
          period: meter?.period ?? 'month',
        }}
        explain={explain}
        onSubmit={(values) => withToasts(save.mutateAsync(values), onClose, 'load')}
      >
        {({ field }) => {
          const [where, measure, details] = [field('where'), field('measure'), field('field')];
          const meterOf = { where: where.value, measure: measure.value ?? 'events', field: details.value } as const;
          // Ignores the preview if the form's values have changed since the preview was requested.
          const { data, error } = tried === JSON.stringify(meterOf) ? preview : { data: undefined, error: null };
          const faults = error instanceof ApiError ? (error.problem.faults ?? []) : [];
          const faultOf = (pointer: string) => faults.find((fault) => fault.pointer === pointer)?.message;
          const tryIt = () => {
            setTried(JSON.stringify(meterOf));
            preview.mutate(meterOf);
          };
          return (
            <>
              {meter && <Note>Changes take effect in the next period.</Note>}
              <div className={styles.assisted}>
                <TextField
                  {...where}
                  ref={setInput}
                  error={where.error ?? faultOf('/where')}
                  label="Query"
                  description="Same syntax as the event search, such as event:payment.submitted status:SUCCESS. Leave empty for all events."
                  autoComplete="off"
                  spellCheck="false"
                />
                {input &&
                  renderAssist({
                    input,
                    text: where.value,
                    setText: where.onChange,
                    onSearch: where.onChange,
                    setAria: (aria) => setAria(input, aria),
                  })}
              </div>
              <Select
                {...measure}
                label="Measure"
                options={MEASURE_OPTIONS}
                onChange={(chosen) => {
                  measure.onChange(chosen);
                  if (chosen === 'events') details.onChange(undefined);
                }}
              />
              {measure.value !== 'events' && (
                <TextField
                  {...details}
                  error={details.error ?? faultOf('/field')}
                  label="Field"
                  description="A field in the details of the event."
                  placeholder="amount.cents"
                  maxLength={200}
                  isRequired
                />
              )}
              <Switch
                {...field('hard')}
                label="Hard limit"
                description="Events above the limit are rejected. Publish them again after you raise it. Changes take effect at once."
              />
              <Select
                {...field('period')}
                label="Period"
                description="Organizations without a subscription use the calendar month."
                options={PERIOD_OPTIONS}
              />
              <Stack>
                <Row>
                  <Button variant="secondary" isLoading={preview.isPending} onPress={tryIt}>
                    Try the meter on the last 30 days
                  </Button>
                </Row>
                {error && faults.length === 0 && <Alert variant="danger">{errorText(error)}</Alert>}
                {data && <Preview data={data.data} measure={meterOf.measure} />}
              </Stack>
              <FormActions onCancel={onClose}>
                <SubmitButton>Save</SubmitButton>
              </FormActions>
            </>
          );
        }}
      </Form>
    </Dialog>
  );
};

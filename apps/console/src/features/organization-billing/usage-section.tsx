import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrganizationEntitlement } from '@portico/contracts/http/orgs';
import { type UsagePeriod, AdjustmentCreate, adjustUsage } from '@portico/contracts/http/usage';
import {
  Badge,
  Card,
  EmptyState,
  List,
  ListRow,
  Note,
  Row,
  SectionHeader,
  Stack,
  Dialog,
  Form,
  FormActions,
  SubmitButton,
  TextArea,
  TextField,
} from '@portico/ui';
import { Gauge } from 'lucide-react';
import { useApi } from '../../api/use-api.ts';
import { evidenceHref } from '../../shared/health/hrefs.ts';
import { RowButton } from '../../shared/lists/row-button.tsx';
import { LoadState } from '../../shared/messages/load-failure.tsx';
import { Amount } from '../../shared/purchases/entitlement-list.tsx';
import { grantsQuery } from '../../shared/purchases/grants.queries.ts';
import { amountText, changeText, usageQuery } from '../../shared/purchases/usage.ts';
import { UsageDays } from './usage-days.tsx';
import * as styles from './organization-billing.css.ts';
import { dayIn, PERIOD_STATE, periodName } from './words.ts';
import { explain } from '../../shared/forms/explain.ts';
import { withToasts } from '../../shared/lists/with-toasts.ts';

type AdjustDialogProps = { name: string; period: UsagePeriod; onClose: () => void };

/** Adjusts the used count of a period; the counted events do not change. */
const AdjustDialog = ({ name, period, onClose }: AdjustDialogProps) => {
  const api = useApi();
  const queryClient = useQueryClient();
  const { id, organizationId, used } = period;
  const { mutateAsync } = useMutation({
    mutationFn: (body: AdjustmentCreate) => api.call(adjustUsage, { params: { id }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: usageQuery(api, organizationId).queryKey }),
  });
  const title = `Adjust ${name} in ${periodName(period)}`;
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        aria-label={title}
        schema={AdjustmentCreate}
        defaultValues={{ amount: '', reason: '' }}
        explain={explain}
        onSubmit={(values) => withToasts(mutateAsync(values), onClose, 'load')}
      >
        {({ field }) => (
          <>
            <Note>{amountText(used)} used. The organization sees the amount, the reason and your name.</Note>
            <TextField
              {...field('amount')}
              label="Amount"
              description="Portico adds this amount to the used count. A negative amount reduces the count."
              placeholder="-2"
              maxLength={30}
              isRequired
            />
            <TextArea {...field('reason')} label="Reason" maxLength={500} />
            <FormActions onCancel={onClose}>
              <SubmitButton>Adjust</SubmitButton>
            </FormActions>
          </>
        )}
      </Form>
    </Dialog>
  );
};

type MeterPeriod = { name: string; period: UsagePeriod };
type PeriodProps = MeterPeriod & {
  /** Opens the dialog that adjusts a count; undefined for viewers who may not adjust counts. */
  onAdjust: ((adjusted: MeterPeriod) => void) | undefined;
};

const Links = ({ name, period, onAdjust }: PeriodProps) => {
  const meter = `${name} in ${periodName(period)}`;
  return (
    <Row>
      <a className={styles.link} href={evidenceHref(period)} aria-label={`Show events of ${meter}`}>
        Show events
      </a>
      {onAdjust && <RowButton text="Adjust" target={meter} onPress={() => onAdjust({ name, period })} />}
    </Row>
  );
};

const Adjustments = ({ period: { adjustments, timeZone } }: Pick<PeriodProps, 'period'>) =>
  adjustments.map(({ id, amount, reason, userName, createdAt }) => (
    <Note key={id}>
      Adjusted by {changeText(amount)} on {dayIn(timeZone, createdAt)}
      {userName !== null && ` by ${userName}`}: {reason}
    </Note>
  ));

const EarlierPeriod = (props: PeriodProps) => {
  const { used, state } = props.period;
  return (
    <ListRow>
      <Row justify="between">
        <div>
          <p className={styles.name}>{periodName(props.period)}</p>
          <Note>
            {amountText(used)} used, {PERIOD_STATE[state].inWords}
          </Note>
          <Adjustments period={props.period} />
        </div>
        <Links {...props} />
      </Row>
    </ListRow>
  );
};

type MeteredProps = Pick<PeriodProps, 'onAdjust'> & {
  lookupKey: string;
  periods: readonly UsagePeriod[];
  entitlement: OrganizationEntitlement | undefined;
};

/** The usage of one entitlement: the newest period first, then earlier periods. */
const Metered = ({ lookupKey, periods, entitlement, onAdjust }: MeteredProps) => {
  const [period, ...earlier] = periods;
  const name = entitlement?.entitlement.name ?? lookupKey;
  const allowedCount = entitlement?.allowedCount ?? 0;
  if (period === undefined) return null;
  const { text, tone, inWords } = PERIOD_STATE[period.state];
  return (
    <Stack gap={2}>
      <Card gap={2}>
        <Row justify="between">
          <h3 className={styles.name}>{name}</h3>
          <Badge tone={tone}>{text}</Badge>
        </Row>
        <Amount {...{ name, period }} limit={entitlement} />
        <Row justify="between">
          <Note>
            Since {dayIn(period.timeZone, period.startsAt)}, {inWords}
          </Note>
          <Links {...{ name, period, onAdjust }} />
        </Row>
        <UsageDays {...{ name, period, allowedCount }} />
        <Adjustments period={period} />
      </Card>
      {earlier.length > 0 && (
        <List label={`Earlier periods of ${name}`}>
          {earlier.map((one) => (
            <EarlierPeriod key={one.id} {...{ name, onAdjust }} period={one} />
          ))}
        </List>
      )}
    </Stack>
  );
};

type UsageSectionProps = { organizationId: number; isAdmin: boolean };

/** An organization's usage, for its members. Administrators may adjust a count. */
export const UsageSection = ({ organizationId, isAdmin }: UsageSectionProps) => {
  const api = useApi();
  const query = useQuery(usageQuery(api, organizationId));
  const entitlements = useQuery(grantsQuery(api, organizationId)).data?.organizationEntitlements;
  const [adjusted, setAdjusted] = useState<MeterPeriod | null>(null);
  const { data } = query;
  const metered = data && [...Map.groupBy(data.data, ({ lookupKey }) => lookupKey)];
  return (
    <Stack as="section">
      <SectionHeader heading="Usage" lead="Events count in the period in which they arrive." />
      {!metered && <LoadState title="Usage could not be loaded" query={query} height="9rem" />}
      {metered?.length === 0 && <EmptyState isFramed level={2} icon={Gauge} title="No usage is metered yet." />}
      {metered?.map(([lookupKey, periods]) => (
        <Metered
          key={lookupKey}
          {...{ lookupKey, periods }}
          entitlement={entitlements?.find(({ entitlement }) => entitlement.lookupKey === lookupKey)}
          onAdjust={isAdmin ? setAdjusted : undefined}
        />
      ))}
      {adjusted && <AdjustDialog {...adjusted} onClose={() => setAdjusted(null)} />}
    </Stack>
  );
};

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrganizationEntitlement } from '@portico/contracts/http/orgs';
import { AdjustmentCreate, adjustUsage, type UsagePeriod } from '@portico/contracts/http/usage';
import {
  Badge,
  Button,
  Card,
  Dialog,
  EmptyState,
  Form,
  FormActions,
  List,
  ListRow,
  Note,
  Row,
  SectionHeader,
  Skeleton,
  Stack,
  SubmitButton,
  TextArea,
  TextField,
} from '@portico/ui';
import { Gauge } from 'lucide-react';
import { useApi } from '../../api/use-api.ts';
import { explain } from '../../shared/forms/explain.ts';
import { evidenceHref } from '../../shared/health/hrefs.ts';
import { withToasts } from '../../shared/lists/with-toasts.ts';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { Amount } from '../../shared/purchases/entitlement-list.tsx';
import { grantsQuery } from '../../shared/purchases/grants.queries.ts';
import { amountText, changeText, usageQuery } from '../../shared/purchases/usage.ts';
import * as styles from './organization-billing.css.ts';
import { month, PERIOD_STATE, utcDay } from './words.ts';

type Asked = { name: string; period: UsagePeriod };
type PeriodProps = Asked & {
  /** Undefined for viewers who may not correct a count. */
  onAdjust: ((asked: Asked) => void) | undefined;
};

const Links = ({ name, period, onAdjust }: PeriodProps) => {
  const of = `${name} in ${month(period.startsAt)}`;
  return (
    <Row>
      <a className={styles.link} href={evidenceHref(period)} aria-label={`Show events of ${of}`}>
        Show events
      </a>
      {onAdjust && (
        <Button variant="secondary" size="sm" aria-label={`Adjust ${of}`} onPress={() => onAdjust({ name, period })}>
          Adjust
        </Button>
      )}
    </Row>
  );
};

const Adjustments = ({ adjustments }: Pick<UsagePeriod, 'adjustments'>) =>
  adjustments.map(({ id, amount, reason, createdAt }) => (
    <Note key={id}>
      Adjusted by {changeText(amount)} on {utcDay(createdAt)}: {reason}
    </Note>
  ));

const EarlierMonth = (props: PeriodProps) => {
  const { used, startsAt, state, adjustments } = props.period;
  return (
    <ListRow>
      <Row justify="between">
        <div>
          <p className={styles.name}>{month(startsAt)}</p>
          <Note>
            {amountText(used)} used, {PERIOD_STATE[state].inWords}
          </Note>
          <Adjustments adjustments={adjustments} />
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

/** One entitlement: the newest month, then the months before it. */
const Metered = ({ lookupKey, periods, entitlement, onAdjust }: MeteredProps) => {
  const [period, ...earlier] = periods;
  const name = entitlement?.entitlement.name ?? lookupKey;
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
            Since {utcDay(period.startsAt)}, {inWords}
          </Note>
          <Links {...{ name, period, onAdjust }} />
        </Row>
        <Adjustments adjustments={period.adjustments} />
      </Card>
      {earlier.length > 0 && (
        <List label={`Earlier months of ${name}`}>
          {earlier.map((one) => (
            <EarlierMonth key={one.id} {...{ name, onAdjust }} period={one} />
          ))}
        </List>
      )}
    </Stack>
  );
};

/** Corrects the used count of a month. The counted events stay as they are. */
const AdjustDialog = ({ name, period, onClose }: Asked & { onClose: () => void }) => {
  const api = useApi();
  const queryClient = useQueryClient();
  const { id, organizationId, startsAt, used } = period;
  const { mutateAsync } = useMutation({
    mutationFn: (body: AdjustmentCreate) => api.call(adjustUsage, { params: { id }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: usageQuery(api, organizationId).queryKey }),
  });
  const title = `Adjust ${name} in ${month(startsAt)}`;
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
            <Note>{amountText(used)} used. The organization sees the amount and the reason.</Note>
            <TextField
              {...field('amount')}
              label="Amount"
              description="Added to the used count; with a minus it is taken away."
              placeholder="-2"
              maxLength={30}
              isRequired
            />
            <TextArea {...field('reason')} label="Reason" maxLength={500} />
            <FormActions>
              <Button variant="secondary" onPress={onClose}>
                Cancel
              </Button>
              <SubmitButton>Adjust</SubmitButton>
            </FormActions>
          </>
        )}
      </Form>
    </Dialog>
  );
};

export type UsageSectionProps = { organizationId: number; isAdmin: boolean };

/** What an organization used, for its members; an administrator may correct a count. */
export const UsageSection = ({ organizationId, isAdmin }: UsageSectionProps) => {
  const api = useApi();
  const query = useQuery(usageQuery(api, organizationId));
  const entitlements = useQuery(grantsQuery(api, organizationId)).data?.organizationEntitlements;
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data } = query;
  const metered = data && [...Map.groupBy(data.data, ({ lookupKey }) => lookupKey)];
  return (
    <Stack as="section">
      <SectionHeader heading="Usage" lead="Counts what arrives within a month (UTC)." />
      {!metered && query.isError && <LoadFailure title="Usage could not be loaded" query={query} />}
      {!metered && !query.isError && (
        <div aria-busy>
          <Skeleton height="9rem" />
        </div>
      )}
      {metered?.length === 0 && <EmptyState isFramed level={2} icon={Gauge} title="Nothing is metered yet." />}
      {metered?.map(([lookupKey, periods]) => (
        <Metered
          key={lookupKey}
          {...{ lookupKey, periods }}
          entitlement={entitlements?.find(({ entitlement }) => entitlement.lookupKey === lookupKey)}
          onAdjust={isAdmin ? setAsked : undefined}
        />
      ))}
      {asked && <AdjustDialog {...asked} onClose={() => setAsked(null)} />}
    </Stack>
  );
};

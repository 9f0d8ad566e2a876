import * as styles from './billing.css.ts';
import { Gauge } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { isVoucher } from '@portico/contracts/common/vouchers';
import {
  type OrganizationDetail,
  EntitlementUpdate,
  type OrganizationEntitlement,
  updateEntitlement,
} from '@portico/contracts/http/orgs';
import { EmptyState, Dialog, Form, formatNumber, FormActions, SubmitButton, TextField } from '@portico/ui';
import { EntitlementList } from '../../shared/purchases/entitlement-list.tsx';
import { BillingPage, type BillingScreenProps } from './billing-page.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { explain } from '../../shared/forms/explain.ts';
import { RowButton } from '../../shared/lists/row-button.tsx';
import { withToasts } from '../../shared/lists/with-toasts.ts';
import { tellSuccess } from '../../shared/messages/toasts.ts';
import { useApi } from '../../api/use-api.ts';
import { grantsQuery } from '../../shared/purchases/grants.queries.ts';

/** Updates the allowed count of an entitlement. The screen shows the response before the refetch. */
const useEntitlementUpdate = (organizationId: number) => {
  const api = useApi();
  const queryClient = useQueryClient();
  const { queryKey } = grantsQuery(api, organizationId);
  return useMutation({
    mutationFn: ({ id, allowedCount }: { id: number; allowedCount: number }) =>
      api.call(updateEntitlement, { params: { id }, body: { allowedCount } }),
    onSuccess: (changed) =>
      queryClient.setQueryData<OrganizationDetail>(
        queryKey,
        (organization) =>
          organization && {
            ...organization,
            organizationEntitlements: organization.organizationEntitlements.map((row) =>
              row.id === changed.id ? changed : row,
            ),
          },
      ),
    // Refetches after a rejection too, because the entitlement may have changed meanwhile.
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  });
};

const NUMBER = 'Count should be a whole number';
/** Schema of the typed text: a whole number that the API accepts. */
const CountForm = z.object({
  allowedCount: z.string().check(
    z.trim(),
    z.regex(/^\d+$/, NUMBER),
    z.refine((text) => EntitlementUpdate.safeParse({ allowedCount: Number(text) }).success, 'Count is too large'),
  ),
});

type EntitlementDialogProps = {
  organizationId: number;
  entitlement: OrganizationEntitlement;
  onClose: () => void;
};

/** Edits the allowed count of an entitlement. Saving requires a different count. */
const EntitlementDialog = ({ organizationId, entitlement: row, onClose }: EntitlementDialogProps) => {
  const { mutateAsync } = useEntitlementUpdate(organizationId);
  const { id, entitlement, allowedCount } = row;
  const succeed = () => {
    tellSuccess('entitlementUpdated', entitlement.name);
    onClose();
  };
  const save = (text: string) => withToasts(mutateAsync({ id, allowedCount: Number(text) }), succeed, 'load');
  return (
    <Dialog title={`Edit ${entitlement.name}`} onClose={onClose}>
      <Form
        aria-label={`Edit ${entitlement.name}`}
        schema={CountForm}
        defaultValues={{ allowedCount: String(allowedCount) }}
        explain={explain}
        onSubmit={({ allowedCount: text }) => save(text)}
      >
        {({ field }) => {
          const count = field('allowedCount');
          const isSame = count.value.trim() !== '' && Number(count.value) === allowedCount;
          return (
            <>
              <p className={styles.dialogText}>
                {formatNumber(allowedCount)} allowed. If you allow fewer than are in use, existing ones stay and no new
                ones can be added.
              </p>
              <TextField {...count} label="Allowed count" inputMode="numeric" maxLength={10} isRequired />
              <FormActions onCancel={onClose}>
                <SubmitButton isDisabled={isSame}>Save</SubmitButton>
              </FormActions>
            </>
          );
        }}
      </Form>
    </Dialog>
  );
};

const Entitlements = ({ organization }: { organization: OrganizationDetail }) => {
  const { id: organizationId, name, organizationEntitlements: entitlements } = organization;
  const [edited, setEdited] = useState<number | null>(null);
  const entitlement = entitlements.find(({ id }) => id === edited);
  if (entitlements.length === 0)
    return (
      <EmptyState isFramed icon={Gauge} title="No entitlements yet" text={`${name} has not bought anything yet.`} />
    );
  return (
    <>
      <EntitlementList
        label={`Entitlements of ${name}`}
        organizationId={organizationId}
        entitlements={entitlements}
        renderAction={(row) =>
          isVoucher(row.entitlement.lookupKey) || !row.active ? null : (
            <RowButton text="Edit" target={row.entitlement.name} onPress={() => setEdited(row.id)} />
          )
        }
      />
      {entitlement && <EntitlementDialog {...{ organizationId, entitlement }} onClose={() => setEdited(null)} />}
    </>
  );
};

/** The allowed counts of an organization's entitlements. An administrator may edit active entitlements, except vouchers. */
export const EntitlementsScreen = (props: BillingScreenProps & { back: ReactNode }) => (
  <BillingPage
    {...props}
    heading="Entitlements"
    renderContent={(organization) => <Entitlements organization={organization} />}
  />
);

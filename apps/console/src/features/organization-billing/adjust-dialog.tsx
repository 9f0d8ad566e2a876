import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AdjustmentCreate, adjustUsage, type UsagePeriod } from '@portico/contracts/http/usage';
import { Dialog, Form, FormActions, Note, SubmitButton, TextArea, TextField } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { explain } from '../../shared/forms/explain.ts';
import { withToasts } from '../../shared/lists/with-toasts.ts';
import { amountText, usageQuery } from '../../shared/purchases/usage.ts';
import { periodName } from './words.ts';

type AdjustDialogProps = { name: string; period: UsagePeriod; onClose: () => void };

/** Adjusts the used count of a period; the counted events do not change. */
export const AdjustDialog = ({ name, period, onClose }: AdjustDialogProps) => {
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
              description="Added to the used count; with a minus it is taken away."
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

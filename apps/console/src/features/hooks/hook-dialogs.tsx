import { useState } from 'react';
import { ApiError, errorText } from '@portico/api-client';
import { HMAC_ALGORITHMS } from '@portico/contracts/common/hooks';
import type { Overlap } from '@portico/contracts/http/integration-keys';
import {
  type CreatedHook,
  HookCreate,
  HookRotate,
  type IntegrationHook,
} from '@portico/contracts/http/integration-hooks';
import {
  Dialog,
  Form,
  FormActions,
  type FormError,
  Note,
  Segments,
  Select,
  SubmitButton,
  TextField,
} from '@portico/ui';
import { ActionDialog } from '../../shared/messages/action-dialog.tsx';
import { useHookMutations } from './hooks.queries.ts';

export const PRESET_OPTIONS = [
  { value: 'github', text: 'GitHub' },
  { value: 'stripe', text: 'Stripe' },
  { value: 'standard-webhooks', text: 'Standard Webhooks' },
  { value: 'hmac', text: 'Signature in a header (HMAC)' },
  { value: 'basic', text: 'User and password (Basic)' },
] as const;
const MODE_OPTIONS = [
  { value: 'live', text: 'Live' },
  { value: 'test', text: 'Test' },
] as const;
const ALGORITHM_OPTIONS = HMAC_ALGORITHMS.map((value) => ({ value, text: value === 'sha256' ? 'SHA-256' : 'SHA-512' }));
const OVERLAPS = [
  { id: '0', text: 'Expires now' },
  { id: '1h', text: '1 hour' },
  { id: '24h', text: '24 hours' },
  { id: '7d', text: '7 days' },
] as const;
const OWN_SECRET =
  'Leave empty to let Portico generate a secret. Stripe shows its secret after you add the address in Stripe.';
const NEW_HOOK = { label: '', preset: 'github' as const, mode: 'live' as const };

const explain = (error: unknown): FormError => ({
  text: errorText(error),
  faults: error instanceof ApiError ? error.problem.faults : undefined,
});

type HookDialogProps = { id: number; onClose: () => void };
type WithSecret = { onSecret: (hook: CreatedHook) => void };

export const CreateHook = ({ id, onSecret, onClose }: HookDialogProps & WithSecret) => {
  const { create } = useHookMutations(id);
  return (
    <Dialog title="Add a webhook" onClose={onClose}>
      <Form
        aria-label="Add a webhook"
        schema={HookCreate}
        defaultValues={NEW_HOOK}
        explain={explain}
        onSubmit={async (values) => {
          onSecret(await create.mutateAsync(values));
          onClose();
        }}
      >
        {({ field }) => (
          <>
            <TextField {...field('label')} label="Label" placeholder="CI" maxLength={100} isRequired />
            <Select {...field('preset')} label="Sender" options={PRESET_OPTIONS} />
            {field('preset').value === 'hmac' && (
              <>
                <TextField {...field('header')} label="Header" placeholder="x-signature" maxLength={64} />
                <Select {...field('algorithm')} label="Algorithm" placeholder="SHA-256" options={ALGORITHM_OPTIONS} />
              </>
            )}
            <Select {...field('mode')} label="Mode" options={MODE_OPTIONS} />
            <TextField
              {...field('secret')}
              label={field('preset').value === 'basic' ? 'User and password, as user:password' : 'Secret'}
              description={OWN_SECRET}
              maxLength={255}
              autoComplete="off"
              spellCheck="false"
            />
            <FormActions onCancel={onClose}>
              <SubmitButton>Add webhook</SubmitButton>
            </FormActions>
          </>
        )}
      </Form>
    </Dialog>
  );
};

type OneHookProps = HookDialogProps & { hook: IntegrationHook };

/** Creates another secret for the same address. The previous secret stays valid for the selected time. */
export const RotateHook = ({ id, hook, onSecret, onClose }: OneHookProps & WithSecret) => {
  const { rotate } = useHookMutations(id);
  const [overlap, setOverlap] = useState<Overlap>('24h');
  return (
    <Dialog title={`Rotate the secret of ${hook.label}`} onClose={onClose}>
      <Form
        aria-label={`Rotate the secret of ${hook.label}`}
        schema={HookRotate}
        defaultValues={{}}
        explain={explain}
        onSubmit={async ({ secret }) => {
          onSecret(await rotate.mutateAsync({ hookId: hook.hookId, overlap, secret }));
          onClose();
        }}
      >
        {({ field }) => (
          <>
            <Note>The address does not change. How long should the old secret stay valid?</Note>
            <Segments label="The old secret stays valid for" options={OVERLAPS} value={overlap} onChange={setOverlap} />
            <TextField
              {...field('secret')}
              label="Secret"
              description={OWN_SECRET}
              maxLength={255}
              autoComplete="off"
              spellCheck="false"
            />
            <FormActions onCancel={onClose}>
              <SubmitButton>Rotate</SubmitButton>
            </FormActions>
          </>
        )}
      </Form>
    </Dialog>
  );
};

export const RevokeHook = ({ id, hook, onClose }: OneHookProps) => {
  const { revoke } = useHookMutations(id);
  return (
    <ActionDialog
      title={`Revoke ${hook.label}`}
      action="Revoke"
      isDangerous
      change={revoke}
      onAct={() => revoke.mutate(hook.hookId, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Note>The address will answer 404 within two seconds. You cannot restore a revoked webhook.</Note>
    </ActionDialog>
  );
};

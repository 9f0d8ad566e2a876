import { useId, type ReactNode } from 'react';
import { errorText } from '@portico/api-client';
import { Alert, Button, Dialog, Stack } from '@portico/ui';

export type ActionDialogProps = {
  title: string;
  /** The button's text, one or two words. */
  action: string;
  isDangerous?: boolean;
  isDisabled?: boolean;
  /** Disables the browser's check of required fields. The server checks the fields. */
  noValidate?: boolean;
  change: { isPending: boolean; error: unknown };
  onAct: () => void;
  onClose: () => void;
  children: ReactNode;
};

export const ActionDialog = (props: ActionDialogProps) => {
  const {
    title,
    action,
    isDangerous = false,
    isDisabled = false,
    noValidate,
    change,
    onAct,
    onClose,
    children,
  } = props;
  const id = useId();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" isDisabled={change.isPending} onPress={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={id}
            {...(isDangerous && { variant: 'danger' })}
            isLoading={change.isPending}
            isDisabled={isDisabled}
          >
            {action}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate={noValidate}
        onSubmit={(event) => {
          event.preventDefault();
          onAct();
        }}
      >
        <Stack gap={4}>
          {change.error !== null && <Alert variant="danger">{errorText(change.error)}</Alert>}
          {children}
        </Stack>
      </form>
    </Dialog>
  );
};

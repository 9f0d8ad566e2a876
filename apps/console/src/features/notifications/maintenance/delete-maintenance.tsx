import { errorText } from '@portico/api-client';
import type { Maintenance } from '@portico/contracts/http/maintenance';
import { DeleteConfirmation } from '@portico/ui';
import { useMaintenanceMutations } from '../../../shared/maintenance/maintenance.queries.ts';
import { coveredText } from './maintenance-words.ts';

type DeleteMaintenanceProps = { window: Maintenance; onClose: () => void };

export const DeleteMaintenance = ({ window, onClose }: DeleteMaintenanceProps) => {
  const { remove } = useMaintenanceMutations();
  return (
    <DeleteConfirmation
      entity="maintenance window"
      identifier={coveredText(window)}
      isPending={remove.isPending}
      onDelete={() => remove.mutate(window.id, { onSuccess: onClose })}
      onClose={onClose}
      {...(remove.error !== null && { error: errorText(remove.error) })}
    />
  );
};

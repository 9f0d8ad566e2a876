import type { EventSchema } from '@portico/contracts/http/event-schemas';
import { Confirm } from '../../../../shared/messages/confirm.tsx';
import * as styles from '../../connect.css.ts';
import { useSchemaMutations } from './schemas.queries.ts';

export type RemoveSchemaProps = { id: number; of: EventSchema; onClose: () => void };

/** Asks before the schema of an event name is removed. */
export const RemoveSchema = ({ id, of, onClose }: RemoveSchemaProps) => {
  const { remove } = useSchemaMutations(id);
  return (
    <Confirm
      title="Remove the schema"
      action="Remove"
      isDangerous
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(of.event_name, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className={styles.note}>
        Details of <code className={styles.code}>{of.event_name}</code> are described no more. Its events stay as they
        are.
      </p>
    </Confirm>
  );
};

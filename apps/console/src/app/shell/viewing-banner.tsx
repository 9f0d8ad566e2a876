import { useMutation } from '@tanstack/react-query';
import { endSession } from '@portico/contracts/http/sessions';
import { Alert, Button } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { tellFailure } from '../../shared/messages/toasts.ts';
import { useServices } from '../services-context.ts';
import type { SessionUser } from '../session/session-store.ts';
import * as styles from './viewing-banner.css.ts';

/** Shown while an administrator views an organization as a customer: whose view it is, and a way back. */
export const ViewingBanner = ({ viewing }: { viewing: NonNullable<SessionUser['viewing']> }) => {
  const api = useApi();
  const { session } = useServices();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      // The administrator's own session, renewed by its cookie, may end the view's session.
      await session.renew(session.current()?.token ?? '');
      await api.call(endSession, { params: { id: viewing.sessionId } });
    },
    onError: (error) => tellFailure('viewAccess', error),
  });
  return (
    <div className={styles.banner}>
      <Alert
        variant="warning"
        title={`${viewing.by} views ${viewing.organization} as a viewer`}
        action={
          <Button size="sm" isLoading={isPending} onPress={() => mutate()}>
            End view
          </Button>
        }
      >
        Nothing can be changed.
      </Alert>
    </div>
  );
};

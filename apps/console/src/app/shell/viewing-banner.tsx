import { useMutation } from '@tanstack/react-query';
import { endSession } from '@portico/contracts/http/sessions';
import { Alert, Button } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { tellFailure } from '../../shared/messages/toasts.ts';
import { useServices } from '../services-context.ts';
import type { SessionUser } from '../session/session-store.ts';
import * as styles from './viewing-banner.css.ts';

/** Shown while an administrator views an organization as a customer. It names the administrator and can end the view. */
export const ViewingBanner = ({ viewing }: { viewing: NonNullable<SessionUser['viewing']> }) => {
  const api = useApi();
  const { session } = useServices();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      // Renews the administrator's own session by cookie first: only that session may end the session of the view.
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
        You cannot change anything.
      </Alert>
    </div>
  );
};

import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useEffectEvent, type ComponentType } from 'react';
import { isMissingCode, MissingScreen, onCodeBack, recoverCode } from '@portico/ui';
import { ErrorPage } from './error-page.tsx';

type FailedProps = { error: unknown; onRetry: () => void };
type RouteFailedProps = Pick<ErrorComponentProps, 'error' | 'reset'> & { Failed?: ComponentType<FailedProps> };

/** Shown while a screen's code is missing. It fetches the code again, or reloads the page. */
const ScreenMissing = ({ onRetry }: { onRetry: () => void }) => {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    recoverCode();
    return onCodeBack(() => retry());
  }, []);
  return <MissingScreen />;
};

/** Shows `Failed`, or `ScreenMissing` if the route's code could not be loaded. */
export const RouteFailed = ({ error, reset, Failed = ErrorPage }: RouteFailedProps) => {
  const router = useRouter();
  const retry = () => void router.invalidate().then(reset);
  return isMissingCode(error) ? <ScreenMissing onRetry={retry} /> : <Failed error={error} onRetry={retry} />;
};

import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useEffectEvent, type ComponentType } from 'react';
import { isMissingCode, MissingScreen, onCodeBack, recoverCode } from '@portico/ui';
import { ErrorPage } from './error-page.tsx';

type FailedProps = { error: unknown; onRetry: () => void };
type RouteFailedProps = Pick<ErrorComponentProps, 'error' | 'reset'> & { Failed?: ComponentType<FailedProps> };

/** A screen whose code is missing: it is fetched again, or comes with a reload. */
const ScreenMissing = ({ onRetry }: { onRetry: () => void }) => {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    recoverCode();
    return onCodeBack(() => retry());
  }, []);
  return <MissingScreen />;
};

/**
 * Replaces a failed route.
 * @param Failed shows the error, unless its code could not be loaded
 */
export const RouteFailed = ({ error, reset, Failed = ErrorPage }: RouteFailedProps) => {
  const router = useRouter();
  const retry = () => void router.invalidate().then(reset);
  return isMissingCode(error) ? <ScreenMissing onRetry={retry} /> : <Failed error={error} onRetry={retry} />;
};

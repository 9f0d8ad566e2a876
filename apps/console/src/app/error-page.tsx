import { useContext } from 'react';
import { errorText } from '@portico/api-client';
import { Button, ErrorScreen } from '@portico/ui';
import { InsidePortal } from './shell/inside-portal.ts';

const textOf = (error: unknown): string =>
  !(error instanceof Error) || 'problem' in error ? errorText(error) : error.message || error.name;

/** Replaces a page that failed. Its code is part of the first load, because a later load may fail. */
export const ErrorPage = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <>
    <title>Unexpected Application Error!</title>
    <ErrorScreen
      text={textOf(error)}
      stack={error instanceof Error ? error.stack : undefined}
      isInside={useContext(InsidePortal)}
    >
      <Button onPress={onRetry}>Try again</Button>
    </ErrorScreen>
  </>
);

import { useContext } from 'react';
import { errorText } from '@portico/api-client';
import { Button, ErrorScreen } from '@portico/ui';
import { InsidePortal } from './shell/inside-portal.ts';

/** A failed call says what the server said; anything else only what it is called. */
const textOf = (error: unknown): string =>
  !(error instanceof Error) || 'problem' in error ? errorText(error) : error.message || error.name;

/** Instead of a page that failed. Part of the page's first code: it has to be there when no more can be fetched. */
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

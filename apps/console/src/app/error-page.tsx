import { errorText } from '@portico/api-client';
import { Button, ErrorScreen } from '@portico/ui';

/** A failed call says what the server said; anything else only what it is called. */
const textOf = (error: unknown): string =>
  !(error instanceof Error) || 'problem' in error ? errorText(error) : error.message || error.name;

/** Instead of a page that failed. Part of the page's first code: it has to be there when no more can be fetched. */
export const ErrorPage = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <ErrorScreen text={textOf(error)} stack={error instanceof Error ? error.stack : undefined}>
    <Button onPress={onRetry}>Try again</Button>
  </ErrorScreen>
);

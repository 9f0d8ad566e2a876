import { CloudOff } from 'lucide-react';
import { errorText } from '@portico/api-client';
import { Button, EmptyState, type EmptyStateProps } from '@portico/ui';

export type LoadFailureProps = {
  title: string;
  /** What failed, and can be asked for again. */
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** Inside something that has a frame already. */
  isInside?: boolean;
} & Pick<EmptyStateProps, 'level'>;

/** Instead of what could not be loaded: why, and a button that tries again. */
export const LoadFailure = ({ title, query, isInside = false, ...rest }: LoadFailureProps) => (
  <EmptyState {...rest} isFramed={!isInside} icon={CloudOff} tone="danger" title={title} text={errorText(query.error)}>
    <Button onPress={() => void query.refetch()} isLoading={query.isFetching}>
      Try again
    </Button>
  </EmptyState>
);

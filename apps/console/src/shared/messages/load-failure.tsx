import { CloudOff } from 'lucide-react';
import { errorText } from '@portico/api-client';
import { Button, EmptyState, type EmptyStateProps } from '@portico/ui';

type LoadFailureProps = {
  title: string;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** Omits the frame, inside an element that already has a frame. */
  isInside?: boolean;
} & Pick<EmptyStateProps, 'level'>;

export const LoadFailure = ({ title, query, isInside = false, ...rest }: LoadFailureProps) => (
  <EmptyState {...rest} isFramed={!isInside} icon={CloudOff} tone="danger" title={title} text={errorText(query.error)}>
    <Button onPress={() => void query.refetch()} isLoading={query.isFetching}>
      Try again
    </Button>
  </EmptyState>
);

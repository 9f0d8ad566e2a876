import { CloudOff } from 'lucide-react';
import { errorText } from '@portico/api-client';
import { Button, EmptyState, type EmptyStateProps, Skeleton } from '@portico/ui';

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

type LoadStateProps = LoadFailureProps & {
  query: { isError: boolean };
  /** Height of the placeholder. */
  height: string;
};

/** Replaces content that is not loaded: a placeholder while the query loads, or the failure. */
export const LoadState = ({ height, ...failure }: LoadStateProps) =>
  failure.query.isError ? (
    <LoadFailure {...failure} />
  ) : (
    <div aria-busy>
      <Skeleton height={height} />
    </div>
  );

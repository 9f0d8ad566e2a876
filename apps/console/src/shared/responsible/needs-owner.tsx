import { errorText } from '@portico/api-client';
import { NEW_OWNER_DAYS, type Responsible } from '@portico/contracts/common/owners';
import { Alert, Button, formatTime } from '@portico/ui';

const DAY_MS = 24 * 60 * 60_000;

export type NeedsOwnerProps = {
  responsible: Responsible | null;
  /** Time at which the channel, rule, key or view stopped. Null while it is active; the component is then hidden. */
  since: string | null;
  /** Effect of the stop, such as 'Nothing is sent'. */
  effect: string;
  /** Consequence if no one takes over. */
  end: string;
  /** Mutation that takes over; null for a viewer who may not take over. */
  takeOver: { isPending: boolean; error: Error | null; mutate: () => void } | null;
};

export const responsibleText = (responsible: Responsible | null): string =>
  responsible === null ? 'No one is responsible' : `Responsible: ${responsible.name ?? 'an account that was deleted'}`;

/** Shows that a channel, rule, key or view stopped because the responsible person lost a right. Offers to take over. */
export const NeedsOwner = ({ responsible, since, effect, end, takeOver }: NeedsOwnerProps) => {
  if (since === null) return null;
  const until = formatTime(new Date(Date.parse(since) + NEW_OWNER_DAYS * DAY_MS).toISOString(), 'local', 'short');
  const person = responsible?.name ?? 'The person who was responsible';
  return (
    <Alert variant="warning">
      <p>
        <strong>Needs a new owner.</strong> {person} can no longer be responsible. {effect}. Without a new owner, it
        will be {end} on {until}.
      </p>
      {takeOver && (
        <p>
          <Button size="sm" isLoading={takeOver.isPending} onPress={takeOver.mutate}>
            Take over
          </Button>
          {takeOver.error && ` ${errorText(takeOver.error)}`}
        </p>
      )}
    </Alert>
  );
};

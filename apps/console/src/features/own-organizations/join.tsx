import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { errorText } from '@portico/api-client';
import { Button, Combobox, type ComboboxItem } from '@portico/ui';
import { besideField } from '@portico/ui/styles';
import { useApi } from '../../api/use-api.ts';
import { focusFirst } from '../../shared/forms/focus-first.ts';
import { findOrganizations } from '../../shared/lists/find-organizations.ts';
import { RowButton } from '../../shared/lists/row-button.tsx';
import { useMembershipMutations } from './membership-mutations.ts';
import { membershipsQuery } from './membership.queries.ts';
import * as styles from './organization-settings.css.ts';

type JoinProps = { approvalFlow: boolean };

/** Lets the viewer find an organization to join, or create an organization. */
export const Join = ({ approvalFlow }: JoinProps) => {
  const api = useApi();
  const { assign, create } = useMembershipMutations();
  const { data } = useQuery(membershipsQuery(api));
  const [pickedId, setPickedId] = useState<number | null>(null);
  // Sends no request to join an organization that the viewer already belongs to, such as a just created organization.
  const newChoice = data?.data.some(({ organization }) => organization.id === pickedId) === true ? null : pickedId;
  const ask = () => newChoice !== null && assign.mutate(newChoice, { onSuccess: () => setPickedId(null) });
  /** Creates an organization. Rejects with the console's error text, which the field shows. */
  const onCreate = (name: string): Promise<ComboboxItem<number>> =>
    create.mutateAsync(name).catch((error: unknown) => {
      throw new Error(errorText(error), { cause: error });
    });
  return (
    <div className={styles.join}>
      <Combobox
        label="Organization"
        value={newChoice}
        onChange={(id) => setPickedId(id)}
        load={findOrganizations(api)}
        onCreate={onCreate}
        placeholder="Find or create an organization"
        searchPlaceholder="Search organizations..."
        {...(approvalFlow && { description: 'An administrator reviews your request.' })}
      />
      <div className={besideField}>
        <Button onPress={ask} isDisabled={newChoice === null} isLoading={assign.isPending}>
          Assign
        </Button>
      </div>
    </div>
  );
};

/** Shows pending requests to join, and lets the viewer join or create an organization. Hidden from users who have an organization. */
export const JoinOrCreate = ({ approvalFlow, children }: JoinProps & { children?: ReactNode }) => {
  const api = useApi();
  const { data } = useQuery(membershipsQuery(api));
  const [isJoining, setIsJoining] = useState(false);
  const { unassign } = useMembershipMutations();
  if (data === undefined || data.data.some(({ approved }) => approved)) return null;
  return (
    <section className={styles.card} aria-labelledby="join-or-create">
      <div>
        <h2 id="join-or-create" className={styles.heading}>
          Join or create your organization
        </h2>
        <p className={styles.text}>Integration events belong to an organization. Find yours, or make a new one.</p>
      </div>
      {children}
      {data.count > 0 && (
        <ul className={styles.list} aria-label="Your requests">
          {data.data.map(({ organization: { id, name } }) => (
            <li key={id} className={styles.row}>
              <span className={styles.name}>{name}</span>
              <span className={styles.pending}>Pending approval</span>
              <RowButton
                variant="ghost"
                text="Withdraw"
                target={`the request to join ${name}`}
                onPress={() => unassign.mutate(id)}
              />
            </li>
          ))}
        </ul>
      )}
      {isJoining ? (
        <div ref={focusFirst}>
          <Join approvalFlow={approvalFlow} />
        </div>
      ) : (
        <div>
          <Button onPress={() => setIsJoining(true)}>Find or create</Button>
        </div>
      )}
    </section>
  );
};

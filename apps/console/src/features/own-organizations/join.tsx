import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@portico/api-client';
import { Button, Combobox, type ComboboxItem } from '@portico/ui';
import { besideField } from '@portico/ui/styles';
import { useApi } from '../../api/use-api.ts';
import { findOrganizations } from '../../shared/lists/find-organizations.ts';
import { useMembershipMutations } from './membership-mutations.ts';
import { membershipsQuery } from './membership.queries.ts';
import * as styles from './organization-settings.css.ts';

export type JoinProps = { approvalFlow: boolean };

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

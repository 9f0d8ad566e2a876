import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Button } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { Join, type JoinProps } from './join.tsx';
import * as styles from './join-or-create.css.ts';
import { useMembershipMutations } from './membership-mutations.ts';
import { membershipsQuery } from './membership.queries.ts';
import { pending, row } from './organization-settings.css.ts';

/** Focuses the first button, because the pressed button has disappeared and the focus is lost. */
const focusFirst = (place: HTMLElement | null): void => place?.querySelector('button')?.focus();

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
            <li key={id} className={row}>
              <span className={styles.name}>{name}</span>
              <span className={pending}>Pending approval</span>
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Withdraw the request to join ${name}`}
                onPress={() => unassign.mutate(id)}
              >
                Withdraw
              </Button>
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

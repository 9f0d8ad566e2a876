import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { MEMBER_ROLES } from '@portico/contracts/common/roles';
import type { Member } from '@portico/contracts/http/members';
import { Button, buttonClass, Icon, MenuButton } from '@portico/ui';
import { Ago } from '../../shared/health/ago.tsx';
import { tellFailure } from '../../shared/messages/toasts.ts';
import { Confirm } from '../../shared/messages/confirm.tsx';
import { ROLE_OPTIONS, roleText } from '../../shared/roles/role-text.ts';
import { LeftBehind } from '../../shared/responsible/left-behind.tsx';
import * as styles from './members.css.ts';
import { useMemberMutations } from './members.queries.ts';

const ENTRIES = ROLE_OPTIONS.map(({ value, text }) => ({ id: value, text }));
const nameOf = ({ user, userId }: Member): string => user?.name ?? `User ${userId}`;
const onError = (error: unknown) => tellFailure('memberChange', error);

const Who = ({ member, what }: { member: Member; what: string }) => (
  <div className={styles.who}>
    <div>{nameOf(member)}</div>
    <div className={styles.note}>
      {member.user && `${member.user.email} · `}
      {what} <Ago at={member.since} />
    </div>
  </div>
);

type RowsProps = { organizationId: number; members: readonly Member[] };

/** People who are to be let in. */
export const RequestRows = ({ organizationId, members }: RowsProps) => {
  const { change, remove } = useMemberMutations(organizationId);
  const isBusy = change.isPending || remove.isPending;
  return (
    <ul className={styles.list} aria-label="Requests to join">
      {members.map((member) => (
        <li key={member.userId} className={styles.row}>
          <Who member={member} what="asked" />
          <span className={styles.actions}>
            <Button
              size="sm"
              aria-label={`Approve ${nameOf(member)}`}
              isDisabled={isBusy}
              onPress={() => change.mutate({ userId: member.userId, approved: true }, { onError })}
            >
              Approve
            </Button>
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Decline ${nameOf(member)}`}
              isDisabled={isBusy}
              onPress={() => remove.mutate(member.userId, { onError })}
            >
              Decline
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
};

const RemoveMember = (props: Omit<RowsProps, 'members'> & { member: Member; onClose: () => void }) => {
  const { organizationId, member, onClose } = props;
  const { remove } = useMemberMutations(organizationId);
  return (
    <Confirm
      title={`Remove ${nameOf(member)}`}
      action="Remove"
      isDangerous
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(member.userId, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className={styles.text}>
        {nameOf(member)} loses access to the organization at once. Open invitations that {nameOf(member)} sent are
        revoked.
      </p>
      <LeftBehind userId={member.userId} organization={organizationId} />
    </Confirm>
  );
};

/** Members, each with a role that can be changed. */
export const MemberRows = ({ organizationId, members }: RowsProps) => {
  const { change } = useMemberMutations(organizationId);
  const [removed, setRemoved] = useState<Member | null>(null);
  return (
    <>
      <ul className={styles.list} aria-label="Members">
        {members.map((member) => (
          <li key={member.userId} className={styles.row}>
            <Who member={member} what="joined" />
            <span className={styles.actions}>
              <MenuButton
                label={`Role of ${nameOf(member)}`}
                aria-label={`Role of ${nameOf(member)}: ${roleText(member.role)}`}
                className={buttonClass({ variant: 'secondary', size: 'sm' })}
                placement="bottom end"
                groups={[
                  {
                    entries: ENTRIES,
                    selected: member.role,
                    onAction: (id) => {
                      const role = MEMBER_ROLES.find((one) => one === id);
                      if (role && role !== member.role) change.mutate({ userId: member.userId, role }, { onError });
                    },
                  },
                ]}
              >
                {roleText(member.role)}
                <Icon of={ChevronDown} size="sm" />
              </MenuButton>
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Remove ${nameOf(member)}`}
                onPress={() => setRemoved(member)}
              >
                Remove
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {removed && <RemoveMember organizationId={organizationId} member={removed} onClose={() => setRemoved(null)} />}
    </>
  );
};

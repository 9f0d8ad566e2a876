import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { MEMBER_ROLES } from '@portico/contracts/common/roles';
import type { Member } from '@portico/contracts/http/members';
import { Badge, buttonClass, Icon, MenuButton, Note } from '@portico/ui';
import { Ago } from '../../../shared/health/ago.tsx';
import { RowButton } from '../../../shared/lists/row-button.tsx';
import { tellFailure } from '../../../shared/messages/toasts.ts';
import { ActionDialog } from '../../../shared/messages/action-dialog.tsx';
import { ROLE_OPTIONS, roleText } from '../../../shared/roles/role-text.ts';
import { LeftBehind } from '../../../shared/responsible/left-behind.tsx';
import { useMemberMutations } from './people.queries.ts';
import { Person } from './person.tsx';

const ENTRIES = ROLE_OPTIONS.map(({ value, text }) => ({ id: value, text }));
const nameOf = ({ user, userId }: Member): string => user?.name ?? `User ${userId}`;
const onError = (error: unknown) => tellFailure('memberChange', error);

const noteOf = ({ user, since }: Member, what: string) => (
  <>
    {user && `${user.email} · `}
    {what} <Ago at={since} />
  </>
);

type MemberRowProps = { organizationId: number; member: Member };

export const RequestRow = ({ organizationId, member }: MemberRowProps) => {
  const { change, remove } = useMemberMutations(organizationId);
  const isBusy = change.isPending || remove.isPending;
  const name = nameOf(member);
  return (
    <Person name={name} note={noteOf(member, 'asked')} state={<Badge tone="warning">Asks to join</Badge>}>
      <RowButton
        variant="primary"
        text="Approve"
        target={name}
        isDisabled={isBusy}
        onPress={() => change.mutate({ userId: member.userId, approved: true }, { onError })}
      />
      <RowButton
        text="Decline"
        target={name}
        isDisabled={isBusy}
        onPress={() => remove.mutate(member.userId, { onError })}
      />
    </Person>
  );
};

const RemoveMember = ({ organizationId, member, onClose }: MemberRowProps & { onClose: () => void }) => {
  const { remove } = useMemberMutations(organizationId);
  const name = nameOf(member);
  return (
    <ActionDialog
      title={`Remove ${name}`}
      action="Remove"
      isDangerous
      change={remove}
      onAct={() => remove.mutate(member.userId, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Note>
        {name} loses access to the organization at once. Open invitations that {name} sent are revoked.
      </Note>
      <LeftBehind userId={member.userId} organization={organizationId} />
    </ActionDialog>
  );
};

export const MemberRow = ({ organizationId, member }: MemberRowProps) => {
  const { change } = useMemberMutations(organizationId);
  const [isRemoving, setIsRemoving] = useState(false);
  const name = nameOf(member);
  return (
    <Person name={name} note={noteOf(member, 'joined')}>
      <MenuButton
        label={`Role of ${name}`}
        aria-label={`Role of ${name}: ${roleText(member.role)}`}
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
      <RowButton text="Remove" target={name} onPress={() => setIsRemoving(true)} />
      {isRemoving && <RemoveMember {...{ organizationId, member }} onClose={() => setIsRemoving(false)} />}
    </Person>
  );
};

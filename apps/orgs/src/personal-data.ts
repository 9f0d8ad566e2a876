import type { PersonalTable } from '@portico/messaging';

export const personalData: readonly PersonalTable[] = [
  { table: 'users', where: 't.id = :id' },
  { table: 'memberships', where: 't.user_id = :id' },
  { table: 'membership_changes', where: 't.user_id = :id' },
  { table: 'invitations', where: 't.email = :email or t.accepted_by = :id', leave: ['nonce', 'token_hash'] },
  { table: 'invitation_sendings', where: 't.email = :email' },
  { table: 'organizations', where: 'lower(t.billing_email) = :email', leave: ['search_text'] },
  { table: 'view_access', where: 't.allowed_by = :id' },
  { table: 'meters', where: 't.user_id = :id' },
  { table: 'usage_adjustments', where: 't.user_id = :id' },
];

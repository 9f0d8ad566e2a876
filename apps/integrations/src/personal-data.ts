import type { PersonalTable } from '@portico/messaging';

export const personalData: readonly PersonalTable[] = [
  { table: 'users', where: 't.id = :id' },
  { table: 'memberships', where: 't.user_id = :id' },
  { table: 'publishers', where: 't.user_id = :id or t.email = :email' },
  {
    table: 'integration_keys',
    where: 't.responsible_user_id = :id or lower(t.created_by) = :email',
    leave: ['hash', 'hook_id', 'hook_sealed'],
  },
  { table: 'integration_event_schemas', where: 'lower(t.updated_by) = :email' },
];

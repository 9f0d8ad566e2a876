import type { PersonalTable } from '@portico/messaging';

export const personalData: readonly PersonalTable[] = [
  { table: 'users', where: 't.id = :id' },
  { table: 'memberships', where: 't.user_id = :id' },
  {
    table: 'channels',
    where: 't.user_id = :id or t.created_by = :id or t.responsible_user_id = :id',
    leave: ['sealed', 'sealed_previous', 'code_nonce'],
  },
  { table: 'rules', where: 't.user_id = :id or t.created_by = :id or t.responsible_user_id = :id' },
  { table: 'notices', where: 't.owner_user_id = :id' },
  { table: 'notice_reads', where: 't.user_id = :id' },
  { table: 'inbox_marks', where: 't.user_id = :id' },
  { table: 'episodes', where: 't.acknowledged_by = :id or t.assignee_id = :id' },
  { table: 'episode_entries', where: `t.user_id = :id or t.kind = 'assigned' and t.text = ':id'` },
  { table: 'maintenance_windows', where: 't.created_by = :id' },
];

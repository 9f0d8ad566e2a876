import type { PersonalTable } from '@portico/messaging';

export const personalData: readonly PersonalTable[] = [
  { table: 'users', where: 't.id = :id', leave: ['search_text'] },
  { table: 'bindings', where: 't.user_id = :id' },
  { table: 'sessions', where: 't.user_id = :id', leave: ['secret_hash', 'provider_sid'] },
  { table: 'email_changes', where: 't.user_id = :id', leave: ['nonce', 'confirm_hash', 'cancel_hash'] },
  { table: 'views', where: 't.user_id = :id' },
  { table: 'view_places', where: 't.user_id = :id' },
  { table: 'memberships', where: 't.user_id = :id' },
];

import type { PersonalTable } from '@portico/messaging';

export const personalData: readonly PersonalTable[] = [
  { table: 'memberships', where: 't.user_id = :id' },
  { table: 'purchases', where: 't.bought_by = :id' },
];

import type { PersonalTable } from '@portico/messaging';

/** What billing keeps about a person. */
export const personalData: readonly PersonalTable[] = [
  { table: 'memberships', where: 't.user_id = :id' },
  { table: 'purchases', where: 't.bought_by = :id' },
];

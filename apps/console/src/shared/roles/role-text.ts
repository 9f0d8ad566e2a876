import type { MemberRole } from '@portico/contracts/common/roles';

export const ROLE_OPTIONS: readonly { value: MemberRole; text: string }[] = [
  { value: 'viewer', text: 'Viewer' },
  { value: 'operator', text: 'Operator' },
  { value: 'manager', text: 'Manager' },
];

export const roleText = (role: MemberRole): string => ROLE_OPTIONS.find(({ value }) => value === role)?.text ?? role;

/** Describes the rights of each role. Each role also has the rights of the previous role. */
export const ROLE_ABOUT: Record<MemberRole, string> = {
  viewer: 'Sees the events of the organization.',
  operator: 'Also takes and mutes episodes, and corrects rejected events.',
  manager: 'Also connects integrations, invites people, manages members and their roles, and shares views.',
};

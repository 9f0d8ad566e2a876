import type { MemberRole } from '@portico/contracts/common/roles';

export const ROLE_OPTIONS: readonly { value: MemberRole; text: string }[] = [
  { value: 'viewer', text: 'Viewer' },
  { value: 'operator', text: 'Operator' },
  { value: 'manager', text: 'Manager' },
];

export const roleText = (role: MemberRole): string => ROLE_OPTIONS.find(({ value }) => value === role)?.text ?? role;

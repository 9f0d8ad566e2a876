import type { Member } from '@portico/contracts/http/members';

export const memberOf = (userId: number, name: string, change: Partial<Member> = {}): Member => ({
  userId,
  user: { id: userId, name, email: `${name.split(' ')[0]?.toLowerCase()}@acme.test` },
  approved: true,
  role: 'viewer',
  since: '2026-01-01T00:00:00.000Z',
  ...change,
});

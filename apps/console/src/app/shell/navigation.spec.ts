import { describe, expect, it } from '@jest/globals';
import { Users, Wrench } from 'lucide-react';
import { USERTYPES, type Usertype } from '@portico/contracts/common/roles';
import { navigationFor, type NavigationItem } from './navigation.ts';

const TOOLS: NavigationItem[] = [
  { to: '/dashboard', text: 'Users', icon: Users, roles: USERTYPES },
  { to: '/dashboard', text: 'Functions', icon: Wrench, roles: ['SUPER_ADMIN'] },
];

const NO_RIGHTS = { isMember: false, connects: false, mayCorrect: false, isOperator: false };

describe("the 'Admin tools' group", () => {
  // spec: 2.57, 6.10
  it.each<[Usertype, string[] | null]>([
    ['LEAD', null],
    ['VENDOR', null],
    ['CLIENT', null],
    ['ADMIN', ['Users']],
    ['SUPER_ADMIN', ['Users', 'Functions']],
  ])('of a %s contains the items %j (null: the group is hidden)', (usertype, expected) => {
    const group = navigationFor(usertype, NO_RIGHTS, TOOLS).find(({ title }) => title === 'Admin tools');
    expect(group?.items.map(({ text }) => text) ?? null).toEqual(expected);
  });

  it('is hidden if it is empty', () => {
    expect(navigationFor('ADMIN', NO_RIGHTS, []).map(({ title }) => title)).toEqual([null]);
  });
});

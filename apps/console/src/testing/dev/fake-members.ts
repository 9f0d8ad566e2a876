import * as contract from '@portico/contracts/http/members';
import { noContent } from '../fake-rows.ts';
import { memberOf } from '../member.ts';
import { notFound } from './fake-table.ts';
import { answering, type TypedAnswer } from './typed-answers.ts';

/** The members and join requests, which are the same for every organization. */
export const fakeMembers = (): TypedAnswer[] => {
  const rows = [
    memberOf(7, 'Ada Lovelace', { role: 'manager' }),
    memberOf(21, 'Grace Hopper', { role: 'operator' }),
    memberOf(22, 'Edsger Dijkstra'),
    memberOf(23, 'Lena Lead', { approved: false }),
  ];
  const find = (text: string) => rows.find(({ userId }) => String(userId) === text);
  return [
    answering(contract.listMembers, ({ query }) => {
      const data = rows.filter(({ approved }) => String(approved) === (query.get('approved') ?? String(approved)));
      return { data, count: data.length };
    }),
    answering(contract.changeMember, ({ lastText, body }) => {
      const member = find(lastText);
      return member ? Object.assign(member, body) : notFound();
    }),
    answering(contract.removeMember, ({ lastText }) => {
      const member = find(lastText);
      if (!member) return notFound();
      rows.splice(rows.indexOf(member), 1);
      return noContent();
    }),
  ];
};

import * as letters from '@portico/contracts/http/dead-letters';
import { userOf } from '../fixtures.ts';
import { ago } from '../health.ts';
import { refusalOf } from '../refusal.ts';
import { answering, type TypedAnswer } from './typed-answers.ts';

const LETTER: letters.DeadLetterContent = {
  id: 7,
  service: 'orgs',
  consumer: 'orgs.domain-events',
  topic: 'identity.user.v1',
  partition: 2,
  offset: 1_045,
  publishedAt: ago(90),
  failedAt: ago(89),
  reason: 'not of identity.user.changed: usertype Invalid input',
  state: 'waiting',
  replays: 0,
  requestedBy: null,
  settledBy: null,
  settledAt: null,
  dropReason: null,
  key: '12',
  value: '{"specversion":"1.0","data":{"id":12,"version":3,"usertype":"AUDITOR"}}',
};

/** One dead letter of the orgs service, which can be replayed or dropped. */
export const fakeDeadLetters = (): TypedAnswer[] => {
  let letter = LETTER;
  const settle = (change: Partial<letters.DeadLetter>) => {
    if (letter.state !== 'waiting')
      return refusalOf(409, 'already_closed', `The dead letter was ${letter.state} already`);
    letter = { ...letter, ...change, settledBy: userOf('ADMIN').email, settledAt: ago(0) };
    return letter;
  };
  return [
    answering(letters.listDeadLetters, ({ idText, query }) => {
      const state = query.get('state');
      const isShown = idText === letter.service && (state === null || state === letter.state);
      const waiting = idText === letter.service && letter.state === 'waiting' ? 1 : 0;
      const waitingSince = waiting > 0 ? letter.failedAt : null;
      return { data: isShown ? [letter] : [], count: isShown ? 1 : 0, waiting, waitingSince };
    }),
    answering(letters.getDeadLetter, () => letter),
    answering(letters.replayDeadLetter, () => settle({ state: 'replayed' })),
    answering(letters.dropDeadLetter, ({ body }) => settle({ state: 'dropped', dropReason: body.reason })),
  ];
};

import { describe, expect, it } from '@jest/globals';
import { Flights } from './flights.ts';

const never = new AbortController().signal;

/** Creates callers of one statement. The test decides when each caller may send the statement. */
const held = () => {
  const flights = new Flights<number>();
  const sent: PromiseWithResolvers<number>[] = [];
  const ask = (signal = never) => {
    const turn = Promise.withResolvers<void>();
    const send = (): Promise<number> => {
      const answer = Promise.withResolvers<number>();
      sent.push(answer);
      return answer.promise;
    };
    return { answer: flights.ask('key', signal, () => turn.promise, send), turn };
  };
  return { sent, ask };
};
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Flights', () => {
  it('sends one statement for all callers who wait to send it', async () => {
    const { sent, ask } = held();
    const requests = [ask(), ask(), ask()];
    requests[1]!.turn.resolve();
    await settled();
    requests[0]!.turn.resolve();
    sent[0]!.resolve(7);
    expect(await Promise.all(requests.map(({ answer }) => answer))).toEqual([7, 7, 7]);
    expect(sent).toHaveLength(1);
  });

  it('sends a new statement for a caller who asks after the first statement was sent', async () => {
    const { sent, ask } = held();
    const first = ask();
    first.turn.resolve();
    await settled();
    const second = ask();
    second.turn.resolve();
    await settled();
    expect(sent).toHaveLength(2);
    sent[0]!.resolve(1);
    sent[1]!.resolve(2);
    expect(await Promise.all([first.answer, second.answer])).toEqual([1, 2]);
  });

  it('sends the statement again if the caller who sent it disconnected', async () => {
    const { sent, ask } = held();
    const leaving = new AbortController();
    const [first, second] = [ask(leaving.signal), ask()];
    first.turn.resolve();
    await settled();
    leaving.abort(new Error('gone'));
    sent[0]!.reject(leaving.signal.reason);
    await expect(first.answer).rejects.toThrow('gone');
    second.turn.resolve();
    await settled();
    sent[1]!.resolve(3);
    expect(await second.answer).toBe(3);
  });

  it('fails only the caller who is not allowed to send the statement', async () => {
    const { sent, ask } = held();
    const [first, second] = [ask(), ask()];
    first.turn.reject(new Error('too many'));
    await expect(first.answer).rejects.toThrow('too many');
    second.turn.resolve();
    await settled();
    sent[0]!.resolve(4);
    expect(await second.answer).toBe(4);
  });
});

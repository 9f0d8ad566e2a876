type Flight<Answer> = {
  begun: PromiseWithResolvers<void>;
  askers: number;
  /** The result of the statement, and the signal of the query that sent it; null before the statement is sent. */
  sent: { answer: Promise<Answer>; signal: AbortSignal } | null;
};

/**
 * Shares a statement between callers who wait to send the same statement. The first caller who may send it sends it. No caller joins
 * a statement that was already sent, because the result may lack later rows.
 */
export class Flights<Answer> {
  private readonly waiting = new Map<string, Flight<Answer>>();

  /**
   * @param turn resolves when this query may send its statement.
   * @param signal ends the query. If it ends the query that sent the statement, another query sends the statement again.
   */
  async ask(
    key: string,
    signal: AbortSignal,
    turn: () => Promise<unknown>,
    send: () => Promise<Answer>,
  ): Promise<Answer> {
    for (;;) {
      const { answer, signal: sender } = await this.board(key, signal, turn, send);
      try {
        return await answer;
      } catch (error) {
        if (!sender.aborted || signal.aborted) throw error;
      }
    }
  }

  private async board(
    key: string,
    signal: AbortSignal,
    turn: () => Promise<unknown>,
    send: () => Promise<Answer>,
  ): Promise<NonNullable<Flight<Answer>['sent']>> {
    const flight = this.waiting.get(key) ?? { begun: Promise.withResolvers<void>(), askers: 0, sent: null };
    this.waiting.set(key, flight);
    flight.askers += 1;
    try {
      await Promise.race([turn(), flight.begun.promise]);
      if (flight.sent) return flight.sent;
      this.waiting.delete(key);
      flight.sent = { answer: send(), signal };
      flight.begun.resolve();
      return flight.sent;
    } finally {
      flight.askers -= 1;
      if (flight.askers === 0 && flight.sent === null) this.waiting.delete(key);
    }
  }
}

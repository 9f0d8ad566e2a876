import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

/** Milliseconds between two checks for unanswered requests. They time out after half a minute. */
const LOOK = 1_000;

function lookForLateRequests(this: RequestQueue): void {
  if (!this.enforceRequestTimeout) return;
  this.destroy();
  const look = (): void => {
    for (const request of this.inflight.values())
      if (Date.now() - request.sentAt > request.requestTimeout) request.timeoutRequest();
    if (!this.isConnected()) this.destroy();
  };
  this.requestTimeoutIntervalId = setInterval(look, Math.min(LOOK, this.requestTimeout));
}

/**
 * Stops the timers of idle connections. kafkajs checks for pending requests in a timer that restarts itself and, while nothing is
 * throttled, fires every millisecond (#1556, #1704). A request that has to wait starts the timer itself. For requests that time out,
 * kafkajs checks ten times a second.
 */
export function stopIdleTimers(): void {
  const schedule = RequestQueue.prototype.scheduleCheckPendingRequests;
  RequestQueue.prototype.scheduleCheckPendingRequests = function scheduleWhilePending(this: RequestQueue): void {
    if (this.pending.length > 0) schedule.call(this);
  };
  RequestQueue.prototype.scheduleRequestTimeoutCheck = lookForLateRequests;
}

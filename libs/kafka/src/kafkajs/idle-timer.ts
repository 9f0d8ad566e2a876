import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

/** Milliseconds between two checks for unanswered requests. A request times out after 30 seconds. */
const MAX_INTERVAL = 1_000;

function lookForLateRequests(this: RequestQueue): void {
  if (!this.enforceRequestTimeout) return;
  this.destroy();
  const look = (): void => {
    for (const request of this.inflight.values())
      if (Date.now() - request.sentAt > request.requestTimeout) request.timeoutRequest();
    if (!this.isConnected()) this.destroy();
  };
  this.requestTimeoutIntervalId = setInterval(look, Math.min(MAX_INTERVAL, this.requestTimeout));
}

/**
 * Stops the timers of idle connections. An unpatched kafkajs checks for pending requests every millisecond, even on an idle connection
 * (#1556, #1704), and for timeouts ten times per second. With the patch, kafkajs checks for pending requests only while a request is
 * pending, and for timeouts once per second.
 */
export function stopIdleTimers(): void {
  const schedule = RequestQueue.prototype.scheduleCheckPendingRequests;
  RequestQueue.prototype.scheduleCheckPendingRequests = function scheduleWhilePending(this: RequestQueue): void {
    if (this.pending.length > 0) schedule.call(this);
  };
  RequestQueue.prototype.scheduleRequestTimeoutCheck = lookForLateRequests;
}

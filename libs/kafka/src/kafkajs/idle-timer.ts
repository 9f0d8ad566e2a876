import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

/**
 * Stops the timer of idle connections. kafkajs checks for pending requests in a timer that arms itself again and, while
 * nothing is throttled, fires every millisecond (#1556, #1704). A request that has to wait arms the timer itself.
 */
export function stopIdleTimers(): void {
  const schedule = RequestQueue.prototype.scheduleCheckPendingRequests;
  RequestQueue.prototype.scheduleCheckPendingRequests = function scheduleWhilePending(this: RequestQueue): void {
    if (this.pending.length > 0) schedule.call(this);
  };
}

/**
 * Ends this process over a defect: a state that no retry leaves. The error is logged with its stack, and the supervisor
 * starts a new process (see `bootstrap`). The caller stops its own work; nothing may be acknowledged after it.
 */
export function crash(error: unknown): void {
  void Promise.reject(error instanceof Error ? error : new Error(String(error)));
}

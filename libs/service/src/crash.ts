/**
 * Ends the process after a defect, because a retry cannot repair a defect. Logs the error with its stack; the supervisor starts a new
 * process (see `bootstrap`). After this call, the caller must stop and must not acknowledge any work.
 */
export function crash(error: unknown): void {
  void Promise.reject(error instanceof Error ? error : new Error(String(error)));
}

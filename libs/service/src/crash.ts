/**
 * Ends the process over a defect, because a retry cannot repair it. Logs the error with its stack; the supervisor starts a new
 * process (see `bootstrap`). The caller stops its own work and must not acknowledge anything afterwards.
 */
export function crash(error: unknown): void {
  void Promise.reject(error instanceof Error ? error : new Error(String(error)));
}

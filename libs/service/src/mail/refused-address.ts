/** Whether the server rejects the address permanently (5xx to RCPT TO), as opposed to being unavailable. */
export const isRefusedAddress = (error: unknown): boolean => {
  if (!(error instanceof Error && 'code' in error && 'responseCode' in error)) return false;
  // The same code also rejects a sender or a mail; then a setting is wrong, not the address.
  if (!('command' in error) || error.command !== 'RCPT TO') return false;
  return error.code === 'EENVELOPE' && typeof error.responseCode === 'number' && error.responseCode >= 500;
};

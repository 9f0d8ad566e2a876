/** Whether the server refuses the address for good (5xx to RCPT TO), rather than being away or busy. */
export const isRefusedAddress = (error: unknown): boolean => {
  if (!(error instanceof Error && 'code' in error && 'responseCode' in error)) return false;
  // The same code stands for a sender or a mail that it does not take: that is a setting, not the address.
  if (!('command' in error) || error.command !== 'RCPT TO') return false;
  return error.code === 'EENVELOPE' && typeof error.responseCode === 'number' && error.responseCode >= 500;
};

/** Whether the mail server rejects the recipient's address permanently (5xx to RCPT TO). False for temporary failures. */
export const isRefusedAddress = (error: unknown): boolean => {
  if (!(error instanceof Error && 'code' in error && 'responseCode' in error)) return false;
  // A 5xx response to another command means that the server rejects the sender or the mail, for example because of a wrong setting.
  if (!('command' in error) || error.command !== 'RCPT TO') return false;
  return error.code === 'EENVELOPE' && typeof error.responseCode === 'number' && error.responseCode >= 500;
};

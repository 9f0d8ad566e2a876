/** Whether the mail server rejects the recipient's address permanently (5xx to RCPT TO). False for temporary failures. */
export const isRefusedAddress = (error: unknown): boolean => {
  if (!(error instanceof Error && 'code' in error && 'responseCode' in error)) return false;
  // A 5xx code to another command rejects the sender or the mail, which a wrong setting causes.
  if (!('command' in error) || error.command !== 'RCPT TO') return false;
  return error.code === 'EENVELOPE' && typeof error.responseCode === 'number' && error.responseCode >= 500;
};

/** A mail that was caught instead of delivered. */
export type CaughtMail = {
  /** Sequence number starting at 1. */
  id: number;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  at: string;
};

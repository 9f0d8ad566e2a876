export type CaughtMail = {
  id: number;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  at: string;
};

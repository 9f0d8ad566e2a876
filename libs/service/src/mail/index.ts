export { MailConfig } from './mail-config.ts';
export { Mailer, type SendMailOptions } from './mailer.ts';

export { MailConfig } from './mail-config.ts';
export { Mailer, type SendMailOptions } from './mailer.ts';
export { isRefusedAddress } from './refused-address.ts';
export { linkMail } from './link-mail.ts';

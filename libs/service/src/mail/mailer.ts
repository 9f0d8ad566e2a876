import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';
import { CONFIG } from '../config.ts';
import type { MailConfig } from './mail-config.ts';

export type { SendMailOptions } from 'nodemailer';

/** Timeout in milliseconds for connecting and for each response of the mail server. */
const TIMEOUT = 10_000;

@Injectable()
export class Mailer implements OnApplicationShutdown {
  private readonly transport: Transporter | null;

  constructor(@Inject(CONFIG) private readonly config: MailConfig) {
    const { SMTP_URL: url } = config;
    const limits = { connectionTimeout: TIMEOUT, greetingTimeout: TIMEOUT, socketTimeout: TIMEOUT };
    this.transport =
      url === undefined ? null : createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true });
  }

  get isOn(): boolean {
    return this.transport !== null;
  }

  /** Sends a mail. @throws Error unless the mail server accepts the mail. */
  async send(mail: SendMailOptions): Promise<void> {
    if (this.transport === null) throw new Error('No mail server is configured');
    await this.transport.sendMail({ from: this.config.MAIL_FROM, ...mail });
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }
}

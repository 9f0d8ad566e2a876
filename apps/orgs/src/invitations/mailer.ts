import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG } from '@portico/service';
import { createTransport, type Transporter } from 'nodemailer';
import type { OrgsConfig } from '../config.ts';

export type Mail = { to: string; subject: string; text: string; html: string; messageId: string };

/** Milliseconds for a connection, and for an answer of the server. */
const TIMEOUT = 10_000;

/** The SMTP server of the configuration. */
@Injectable()
export class Mailer implements OnApplicationShutdown {
  private readonly transport: Transporter | null;

  constructor(@Inject(CONFIG) private readonly config: OrgsConfig) {
    const { SMTP_URL: url } = config;
    const limits = { connectionTimeout: TIMEOUT, greetingTimeout: TIMEOUT, socketTimeout: TIMEOUT };
    this.transport =
      url === undefined ? null : createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true });
  }

  get isOn(): boolean {
    return this.transport !== null;
  }

  async send(mail: Mail): Promise<void> {
    await this.transport?.sendMail({ from: this.config.MAIL_FROM, ...mail });
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }
}

/** Whether the server refuses the address for good (5xx to RCPT TO), rather than being away or busy. */
export const isRefusedAddress = (error: unknown): boolean => {
  if (!(error instanceof Error && 'code' in error && 'responseCode' in error)) return false;
  // The same code stands for a sender or a mail that it does not take: that is a setting, not the address.
  if (!('command' in error) || error.command !== 'RCPT TO') return false;
  return error.code === 'EENVELOPE' && typeof error.responseCode === 'number' && error.responseCode >= 500;
};

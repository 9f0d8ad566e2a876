import type { ChannelTarget, ChannelType } from '@portico/contracts/http/channel-targets';
import type { Mailer } from '@portico/service/mail';
import type { AlertsConfig } from '../../config.ts';
import type { Answer, Outgoing } from '../../egress/egress.ts';
import type { Message } from './message.ts';

/** The customer's input for a channel and, for a webhook, the secret that Portico generated. Portico stores targets encrypted. */
export type Target = ChannelTarget & { secret?: string };
export type TargetOf<Type extends ChannelType> = Extract<Target, { type: Type }>;

export type TypeRules<Type extends ChannelType> = {
  /** Returns a part of the address that its owner recognizes. The part alone is not enough to send to the address. */
  hint(target: TargetOf<Type>): string;
  /** Returns the full address. Portico limits the number of verification codes per address. */
  address(target: TargetOf<Type>): string;
  /** Returns the URL to which Portico sends the channel's requests, if the customer typed this URL. */
  url?(target: TargetOf<Type>): string | undefined;
  /**
   * Returns the host of the address. Types whose customers share one host, such as Slack, omit this function. Portico limits the number of
   * verification codes per host.
   */
  ownHost?(target: TargetOf<Type>): string | undefined;
  headerNames?(target: TargetOf<Type>): string[];
  /** Whether Portico edits the first message about an episode when the episode ends. */
  editsMessages?(target: TargetOf<Type>): boolean;
  /** Set if programs read the channel. Programs get a separate message for each notice; people get one message per organization. */
  isForPrograms?: true;
  /** Set if a message opens an incident, which the end of the episode closes. */
  closesIncidents?: true;
  send: Send<Type>;
};

/** One attempt to send a message. `secrets`: all valid secrets of a webhook. `remoteRef`: reference of the message to edit. */
export type Attempt<Type extends ChannelType = ChannelType> = {
  channelId: number;
  target: TargetOf<Type>;
  secrets: readonly string[];
  message: Message;
  code: string | null;
  remoteRef: string | null;
};
/** `remoteRef`: reference of the sent message, for types that edit messages. */
export type Sent = { status: number | null; remoteRef?: string | null };

/** The outgoing connections of a sender. `request` throws SendFailed unless the status is 2xx. */
type Ports = {
  request: (outgoing: Outgoing) => Promise<Answer>;
  mailer: Pick<Mailer, 'send'>;
  config: AlertsConfig;
};

/** @throws SendFailed unless the channel accepts the message. */
export type Send<Type extends ChannelType> = (attempt: Attempt<Type>, ports: Ports) => Promise<Sent>;

const hintOfUrl = (text: string): string => {
  const url = URL.parse(text);
  if (url === null) return '…';
  const end = url.pathname.replace(/\/$/, '').slice(-4);
  return url.pathname.length > 8 ? `${url.host}/…${end}` : url.host;
};

export const urlRules = <Type extends ChannelType>(url: (target: TargetOf<Type>) => string) => ({
  url,
  address: url,
  hint: (target: TargetOf<Type>): string => hintOfUrl(url(target)),
});

export const sendJson =
  <Type extends ChannelType>(
    url: (target: TargetOf<Type>) => string,
    bodyOf: (message: Message) => unknown,
  ): Send<Type> =>
  ({ target, message }, { request }) =>
    request({ url: url(target), body: JSON.stringify(bodyOf(message)) });

import type { ChannelTarget, ChannelType } from '@portico/contracts/http/channel-targets';
import type { Mailer } from '@portico/service/mail';
import type { AlertsConfig } from '../../config.ts';
import type { Answer, Outgoing } from '../../egress/egress.ts';
import type { Message } from './message.ts';

/** The stored, encrypted target of a channel: what the customer typed and, for a webhook, the secret that Portico generated. */
export type Target = ChannelTarget & { secret?: string };
export type TargetOf<Type extends ChannelType> = Extract<Target, { type: Type }>;

/** The rules for the targets of one type of channel. */
export type TargetRules<Type extends ChannelType> = {
  /** Enough of the address for its owner to recognize it, and too little to use it. */
  hint(target: TargetOf<Type>): string;
  /** The full address, by which Portico limits the codes that it sends. */
  address(target: TargetOf<Type>): string;
  /** The address that the customer typed, if Portico connects to it. */
  url?(target: TargetOf<Type>): string | undefined;
  /**
   * The host, if it belongs to one customer. Portico limits codes per such host, but not per host that all customers of a service
   * share.
   */
  ownHost?(target: TargetOf<Type>): string | undefined;
  /** Names of the extra headers that Portico sends. */
  headerNames?(target: TargetOf<Type>): string[];
  /** Whether Portico edits the message about the beginning when the episode is over. */
  editsMessages?(target: TargetOf<Type>): boolean;
  /** Programs receive each notice separately; people receive one message per organization at a time. */
  isForPrograms?: true;
  /** Its message opens an incident; the end of the episode closes it. */
  closesIncidents?: true;
};

/** One attempt. `secrets`: all valid secrets of a webhook. `remoteRef`: the message to edit. */
export type Attempt<Type extends ChannelType = ChannelType> = {
  channelId: number;
  target: TargetOf<Type>;
  secrets: readonly string[];
  message: Message;
  code: string | null;
  remoteRef: string | null;
};
export type Sent = { status: number | null; remoteRef: string | null };

/** How a message leaves Portico. `request` throws SendFailed unless the status is 2xx. */
type Ports = {
  request: (outgoing: Outgoing) => Promise<Answer>;
  mailer: Pick<Mailer, 'send'>;
  config: AlertsConfig;
};

/**
 * Sends a message through one type of channel.
 * @throws SendFailed unless the channel accepted it.
 */
export type Send<Type extends ChannelType> = (attempt: Attempt<Type>, ports: Ports) => Promise<Sent>;

const hintOfUrl = (text: string): string => {
  const url = URL.parse(text);
  if (url === null) return '…';
  const end = url.pathname.replace(/\/$/, '').slice(-4);
  return url.pathname.length > 8 ? `${url.host}/…${end}` : url.host;
};

/** Target rules for a type whose target is a URL. */
export const urlRules = <Type extends ChannelType>(url: (target: TargetOf<Type>) => string) => ({
  url,
  address: url,
  hint: (target: TargetOf<Type>): string => hintOfUrl(url(target)),
});

/** POSTs JSON to the URL that a customer typed. */
export const sendJson =
  <Type extends ChannelType>(
    url: (target: TargetOf<Type>) => string,
    bodyOf: (message: Message) => unknown,
  ): Send<Type> =>
  async ({ target, message }, { request }) => {
    const { status } = await request({ url: url(target), body: JSON.stringify(bodyOf(message)) });
    return { status, remoteRef: null };
  };

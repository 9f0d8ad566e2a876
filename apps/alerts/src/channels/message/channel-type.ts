import type { ChannelTarget, ChannelType } from '@portico/contracts/http/channel-targets';
import type { Mailer } from '@portico/service/mail';
import type { AlertsConfig } from '../../config.ts';
import type { Answer, Outgoing } from '../../egress/egress.ts';
import type { Message } from './message.ts';

/** What is stored of a channel's target, encrypted: as it was typed, and of a webhook the secret that Portico made. */
export type Target = ChannelTarget & { secret?: string };
export type TargetOf<Type extends ChannelType> = Extract<Target, { type: Type }>;

/** What Portico knows of the target of one type of channel. */
export type TargetRules<Type extends ChannelType> = {
  /** Shows enough of the address that its owner recognizes it, and too little to use it. */
  hint(target: TargetOf<Type>): string;
  /** The whole address; codes that are sent to it are counted. */
  address(target: TargetOf<Type>): string;
  /** The address that a customer typed, if Portico dials it. */
  url?(target: TargetOf<Type>): string | undefined;
  /** A host of one customer, to which codes are limited; hosts that all customers of a service share are not. */
  ownHost?(target: TargetOf<Type>): string | undefined;
  /** Names of the headers that it is sent with. */
  headerNames?(target: TargetOf<Type>): string[];
  /** Whether the message that said it began is changed when it is over. */
  editsMessages?(target: TargetOf<Type>): boolean;
  /** Programs get each notice on its own, people one message about an organization at a time. */
  isForPrograms?: true;
  /** Its message opens an incident that the end of the episode closes. */
  closesIncidents?: true;
};

/** One attempt. `secrets`: of a webhook, all that are valid now. `remoteRef`: of the message to change. */
export type Attempt<Type extends ChannelType = ChannelType> = {
  channelId: number;
  target: TargetOf<Type>;
  secrets: readonly string[];
  message: Message;
  code: string | null;
  remoteRef: string | null;
};
export type Sent = { status: number | null; remoteRef: string | null };

/** How a message leaves Portico. `request` throws SendFailed unless the answer is 2xx. */
export type Ports = {
  request: (outgoing: Outgoing) => Promise<Answer>;
  mailer: Pick<Mailer, 'send'>;
  config: AlertsConfig;
};

/** Sends a message through one type of channel. @throws SendFailed unless the channel has taken it. */
export type Send<Type extends ChannelType> = (attempt: Attempt<Type>, ports: Ports) => Promise<Sent>;

const hintOfUrl = (text: string): string => {
  const url = URL.parse(text);
  if (url === null) return '…';
  const end = url.pathname.replace(/\/$/, '').slice(-4);
  return url.pathname.length > 8 ? `${url.host}/…${end}` : url.host;
};

/** The rules of a target that is a URL. */
export const urlRules = <Type extends ChannelType>(url: (target: TargetOf<Type>) => string) => ({
  url,
  address: url,
  hint: (target: TargetOf<Type>): string => hintOfUrl(url(target)),
});

/** Sends a body as JSON to the URL that a customer typed. */
export const sendJson =
  <Type extends ChannelType>(
    url: (target: TargetOf<Type>) => string,
    bodyOf: (message: Message) => unknown,
  ): Send<Type> =>
  async ({ target, message }, { request }) => {
    const { status } = await request({ url: url(target), body: JSON.stringify(bodyOf(message)) });
    return { status, remoteRef: null };
  };

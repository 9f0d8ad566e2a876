import type { ChannelTarget } from '@portico/contracts/http/channels';

/** What is kept of a channel's address: as it was typed, and of a webhook the secret that Portico made. */
export type Target = ChannelTarget & { secret?: string };

/** Addresses that a customer has typed, and that are dialled. */
export const urlOf = (target: ChannelTarget): string | null => {
  if (target.type === 'webhook') return target.url;
  return target.type === 'slack' || target.type === 'teams' ? (target.webhookUrl ?? null) : null;
};

const hintOfUrl = (text: string): string => {
  const url = URL.parse(text);
  if (url === null) return '…';
  const end = url.pathname.replace(/\/$/, '').slice(-4);
  return url.pathname.length > 8 ? `${url.host}/…${end}` : url.host;
};

/** Enough of an address for its owner to recognize it, and for nobody to use it. */
export const hintOf = (target: ChannelTarget): string => {
  if (target.type === 'email') return target.address.replace(/^(.).*@/, '$1…@');
  if (target.type === 'pagerduty') return `…${target.routingKey.slice(-4)}`;
  if (target.type === 'slack' && target.channel !== undefined) return `#${target.channel.replace(/^#/, '')}`;
  return hintOfUrl(urlOf(target) ?? '');
};

/** A bot changes its own messages; an incoming webhook only adds others. */
export const editsMessages = (target: ChannelTarget): boolean =>
  target.type === 'slack' && target.botToken !== undefined;

import { z } from 'zod';
import { type TypeRules, urlRules } from '../message/channel-type.ts';
import { jsonOf } from '../message/json-of.ts';
import { discordMessage } from './format.ts';

const Answered = z.object({ id: z.string().regex(/^\d{1,20}$/) });

export const discord: TypeRules<'discord'> = {
  ...urlRules(({ webhookUrl }) => webhookUrl),
  /** A Discord webhook can edit the messages that were sent through it. */
  editsMessages: () => true,
  /** Sends or edits a message. `wait` makes Discord return the new message, whose id a later edit needs. */
  async send({ target, message, remoteRef }, { request }) {
    const url = new URL(target.webhookUrl);
    if (remoteRef === null) url.searchParams.set('wait', 'true');
    else url.pathname = `${url.pathname.replace(/\/$/, '')}/messages/${remoteRef}`;
    const { status, body } = await request({
      url: url.href,
      method: remoteRef === null ? 'POST' : 'PATCH',
      body: JSON.stringify(discordMessage(message)),
    });
    return { status, remoteRef: remoteRef ?? jsonOf(Answered, body)?.id ?? null };
  },
};

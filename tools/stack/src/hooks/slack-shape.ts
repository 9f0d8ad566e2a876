import { z } from 'zod';

/* Slack's documented formats, as far as Portico uses them. Anything else is rejected, for example a misspelled name. */

const plain = (most: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(most), emoji: z.boolean().optional() });
const markdown = (most: number) => z.strictObject({ type: z.literal('mrkdwn'), text: z.string().min(1).max(most) });

const Block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('header'), text: plain(150) }),
  z.strictObject({ type: z.literal('section'), text: markdown(3_000) }),
  z.strictObject({ type: z.literal('context'), elements: z.array(markdown(3_000)).min(1).max(10) }),
  z.strictObject({
    type: z.literal('actions'),
    elements: z
      .array(
        z.strictObject({
          type: z.literal('button'),
          text: plain(75),
          url: z.url().max(3_000),
          action_id: z.string().min(1).max(255),
        }),
      )
      .min(1)
      .max(25),
  }),
]);

/** Maximum characters of a message's text, and of all its blocks together. Slack has no documented limit for the latter. */
export const SLACK_TEXT = 40_000;
const SLACK_BLOCKS = 13_000;

const Blocks = z
  .array(Block)
  .max(50)
  .refine((blocks) => JSON.stringify(blocks).length <= SLACK_BLOCKS, {
    error: 'too long',
    params: { code: 'msg_blocks_too_long' },
  });

/** Body of an incoming webhook. */
export const SlackMessage = z.strictObject({ text: z.string().min(1).max(SLACK_TEXT), blocks: Blocks });
export const SlackPost = SlackMessage.extend({ channel: z.string().min(1), unfurl_links: z.boolean().optional() });
/** `ts`: as returned by chat.postMessage. */
export const SlackUpdate = SlackMessage.extend({
  channel: z.string().regex(/^[CDG][A-Z0-9]+$/),
  ts: z.string().regex(/^\d{10}\.\d{6}$/),
});

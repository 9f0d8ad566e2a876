import type { Channel } from '../channels/store/channel.entity.ts';
import type { Delivery } from '../outbound/delivery.entity.ts';
import { FAILING_DAYS } from '../outbound/delivery-queue.ts';

type Named = Pick<Channel, 'name'>;

const attemptsText = (count: number): string => (count === 1 ? 'one attempt' : `${count} attempts`);

/** What the inbox says of a message that no attempt has brought to its channel. */
export const failingNotice = ({ name }: Named, { message, attempts }: Delivery, reason: string) => ({
  kind: 'channel.failing' as const,
  title: `Messages to ${name} do not arrive`,
  text: `“${message.title}” could not be delivered in ${attemptsText(attempts + 1)}. ${reason}.`,
});

/** What it says of a channel to which nothing is sent any more. */
export const disabledNotice = ({ name }: Named, reason: string) => ({
  kind: 'channel.disabled' as const,
  title: `${name} is disabled`,
  text: `It has failed for ${FAILING_DAYS} days. ${reason}. Nothing is sent to it until it is verified again.`,
});

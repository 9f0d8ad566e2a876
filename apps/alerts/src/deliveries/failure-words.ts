import type { Channel } from '../channels/store/channel.entity.ts';
import type { Delivery } from '../outbound/delivery.entity.ts';
import { FAILING_DAYS } from '../outbound/delivery-queue.ts';

type Named = Pick<Channel, 'name'>;

const attemptsText = (count: number): string => (count === 1 ? 'one attempt' : `${count} attempts`);

/** The inbox notice for a message that failed on every attempt. */
export const failingNotice = ({ name }: Named, { message, attempts }: Delivery, reason: string) => ({
  kind: 'channel.failing' as const,
  title: `Messages to ${name} do not arrive`,
  text: `“${message.title}” could not be delivered in ${attemptsText(attempts + 1)}. ${reason}.`,
});

/** The inbox notice for a disabled channel. */
export const disabledNotice = ({ name }: Named, reason: string) => ({
  kind: 'channel.disabled' as const,
  title: `${name} is disabled`,
  text: `It has failed for ${FAILING_DAYS} days. ${reason}. Nothing is sent to it until it is verified again.`,
});

import { afterEach, beforeEach } from '@jest/globals';
import { createPublisher, type NewEvent, PublishError, type Publisher, type PublisherOptions } from '../src/index.ts';
import { Door, KEY } from './door.ts';

export const eventOf = (changes: Partial<NewEvent> = {}): NewEvent => ({
  source_type: 'payroll',
  event_name: 'payrun.completed',
  result: 'SUCCESS',
  details: { message: '42 payslips sent' },
  ...changes,
});
export const many = (count: number): NewEvent[] => Array.from({ length: count }, () => eventOf());

export const errorOf = async (call: Promise<unknown>): Promise<PublishError> => {
  const error: unknown = await call.then(
    (value) => new Error(`it was answered: ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  if (error instanceof PublishError) return error;
  throw error;
};

/** Starts a `Door` for each test. `open` creates a publisher that sends to this server and is closed after the test. */
export const eachWithDoor = (): { readonly door: Door; open: (options?: Partial<PublisherOptions>) => Publisher } => {
  let door: Door;
  let opened: Publisher[];
  beforeEach(async () => {
    opened = [];
    door = await new Door().listen();
  });
  afterEach(async () => {
    await Promise.all(opened.map((publisher) => publisher.close(0)));
    await door.close();
  });
  return {
    get door() {
      return door;
    },
    open: (options = {}) => {
      const publisher = createPublisher({ url: door.url, key: KEY, minRetryMs: 1, ...options });
      opened.push(publisher);
      return publisher;
    },
  };
};

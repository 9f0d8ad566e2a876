/** Where a service keeps domain events that it cannot apply. */
export const deadLetterTopic = (service: string): string => `${service}.dead-letters.v1`;

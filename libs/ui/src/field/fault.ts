/** What is wrong with a field: the text itself, or an object that carries it. */
export type Fault = string | { message?: string | undefined } | null | undefined;

/** The text to show under a field; undefined when there is nothing to say. */
export const faultText = (fault: Fault): string | undefined => {
  const text = typeof fault === 'string' ? fault : fault?.message;
  return text === '' ? undefined : text;
};

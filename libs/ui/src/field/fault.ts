/** A field's fault: a text, or an object with a message. */
export type Fault = string | { message?: string | undefined } | null | undefined;

/** The text under a field; undefined without a fault. */
export const faultText = (fault: Fault): string | undefined => {
  const text = typeof fault === 'string' ? fault : fault?.message;
  return text === '' ? undefined : text;
};

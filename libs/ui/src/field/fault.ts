export type Fault = string | { message?: string | undefined } | null | undefined;

export const faultText = (fault: Fault): string | undefined => {
  const text = typeof fault === 'string' ? fault : fault?.message;
  return text === '' ? undefined : text;
};

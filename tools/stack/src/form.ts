import type { IncomingMessage } from 'node:http';

/** @throws RangeError if the form is longer than `maxLength` characters. */
export const readForm = async (request: IncomingMessage, maxLength: number): Promise<URLSearchParams> => {
  let form = '';
  request.setEncoding('utf8');
  for await (const chunk of request) {
    form += String(chunk);
    if (form.length > maxLength) throw new RangeError('form too large');
  }
  return new URLSearchParams(form);
};

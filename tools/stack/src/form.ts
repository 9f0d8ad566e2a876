import type { IncomingMessage } from 'node:http';

/** @throws RangeError if the form has more than `most` bytes. */
export const readForm = async (request: IncomingMessage, most: number): Promise<URLSearchParams> => {
  let form = '';
  request.setEncoding('utf8');
  for await (const chunk of request) {
    form += String(chunk);
    if (form.length > most) throw new RangeError('form too large');
  }
  return new URLSearchParams(form);
};

import { StreamableFile } from '@nestjs/common';

/** Answers JSON that is text already, of the shape that the contract says. */
export const jsonText = (text: string): StreamableFile => {
  const bytes = Buffer.from(text);
  return new StreamableFile(bytes, { type: 'application/json; charset=utf-8', length: bytes.length });
};

import { StreamableFile } from '@nestjs/common';

/** Sends JSON that is already text and has the contract's shape. */
export const jsonText = (text: string): StreamableFile => {
  const bytes = Buffer.from(text);
  return new StreamableFile(bytes, { type: 'application/json; charset=utf-8', length: bytes.length });
};

import { StreamableFile } from '@nestjs/common';

/** Sends JSON text without parsing. The text must match the contract. */
export const jsonText = (text: string): StreamableFile => {
  const bytes = Buffer.from(text);
  return new StreamableFile(bytes, { type: 'application/json; charset=utf-8', length: bytes.length });
};

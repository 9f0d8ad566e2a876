import { applyEdits, format } from 'jsonc-parser';

const LAYOUT = { insertSpaces: true, tabSize: 2, eol: '\n' };

/** Formats a JSON text for reading. Values stay exactly as published, including large numbers. */
export const layOut = (text: string): string => {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return applyEdits(text, format(text, undefined, LAYOUT));
};

import { applyEdits, format } from 'jsonc-parser';

const LAYOUT = { insertSpaces: true, tabSize: 2, eol: '\n' };

/** A JSON text as people read it; its values stay as they were published to the letter, numbers of any size too. */
export const layOut = (text: string): string => {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return applyEdits(text, format(text, undefined, LAYOUT));
};

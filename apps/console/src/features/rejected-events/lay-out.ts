import { applyEdits, format } from 'jsonc-parser';

const LAYOUT = { insertSpaces: true, tabSize: 2, eol: '\n' };

/** Formats JSON for reading. All values stay exactly as published, including large numbers. Other text stays unchanged. */
export const layOut = (text: string): string => {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return applyEdits(text, format(text, undefined, LAYOUT));
};

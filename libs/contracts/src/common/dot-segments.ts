/** What hides a dot or a separator from a reader that does not decode. */
const ENCODED = /%(?:25|2e|2f|5c|0[9ad])/gi;

/**
 * Returns true if a URL parser or a proxy could read `.` or `..` as a segment of this text. They resolve such segments,
 * also encoded ones, and the request then reaches another path.
 */
export const hasDotSegment = (text: string): boolean => {
  let decoded = text;
  for (let before = ''; before !== decoded;) {
    before = decoded;
    decoded = before.replaceAll(ENCODED, decodeURIComponent);
  }
  // `new URL` drops tabs and newlines, and reads a backslash as a slash.
  return decoded
    .replaceAll(/[\t\n\r]/g, '')
    .split(/[/\\]/)
    .some((segment) => /^\s*\.\.?\s*$/.test(segment));
};

/** The rule in words, to be read after the field's name. */
export const NO_DOT_SEGMENT = 'not contain the path segment . or ..';

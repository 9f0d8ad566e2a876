/** Matches the encoded characters that matter for dot segments: `%`, `.`, `/`, `\`, tab and line breaks. */
const ENCODED = /%(?:25|2e|2f|5c|0[9ad])/gi;

/**
 * Returns true if a URL parser or proxy could read `.` or `..` as a path segment of this text, even encoded. A parser resolves such
 * segments, so the request would reach another path.
 */
export const hasDotSegment = (text: string): boolean => {
  let decoded = text;
  for (let before = ''; before !== decoded;) {
    before = decoded;
    decoded = before.replaceAll(ENCODED, decodeURIComponent);
  }
  // `new URL` drops tabs and newlines and treats a backslash as a slash.
  return decoded
    .replaceAll(/[\t\n\r]/g, '')
    .split(/[/\\]/)
    .some((segment) => /^\s*\.\.?\s*$/.test(segment));
};

/** The end of a validation message. The field's name and "should" come before it. */
export const NO_DOT_SEGMENT = 'not contain the path segment . or ..';

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** The bytes without the byte order mark of UTF-8 in front of them, which some programs write and JSON does not know. */
export const withoutMark = (bytes: Buffer): Buffer =>
  bytes[0] === MARK[0] && bytes.subarray(0, MARK.length).equals(MARK) ? bytes.subarray(MARK.length) : bytes;

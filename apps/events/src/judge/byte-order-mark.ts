const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Removes a leading UTF-8 byte order mark, which some programs write and JSON does not allow. */
export const withoutMark = (bytes: Buffer): Buffer =>
  bytes[0] === MARK[0] && bytes.subarray(0, MARK.length).equals(MARK) ? bytes.subarray(MARK.length) : bytes;

/** Key prefix of all inbox queries; mutations invalidate it. */
export const NOTICES_KEY = ['notices'];

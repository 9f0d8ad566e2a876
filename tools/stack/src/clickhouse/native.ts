/** Result of a statement. `bytes` is the whole result in the requested format. Times are in seconds. */
type NativeResult = { bytes: Uint8Array; elapsed: number; rowsRead: number; bytesRead: number };
export type Connection = { readonly native: unique symbol };

/** The part of chdb's native binding that is used here. */
export type Native = {
  CreateConnection(path: string): Connection;
  CloseConnection(connection: Connection): void;
  QueryAsyncConnection(connection: Connection, sql: string, format: string): Promise<NativeResult>;
};

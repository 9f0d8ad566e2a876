/** Result of a statement. `bytes` is the whole result in the requested format. Times are in seconds. */
type NativeResult = { bytes: Uint8Array; elapsed: number; rowsRead: number; bytesRead: number };
export type Connection = { readonly native: unique symbol };

export type Native = {
  CreateConnection(path: string): Connection;
  CloseConnection(connection: Connection): void;
  QueryAsyncConnection(connection: Connection, sql: string, format: string): Promise<NativeResult>;
};

/** What the provider knows of the product that signs on with it. */
export type SignOnClient = {
  /** Where the console is served: the only origin that may call, be returned to, or be signed out to. */
  consoleUrl: string;
  clientId: string;
  /** `aud` of the access tokens; the only `audience` that may be asked for. */
  audience: string;
  productName: string;
  /** Where the provider sends logout tokens; it sends none without. */
  logoutUri?: string;
};

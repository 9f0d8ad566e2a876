/** What the provider needs to know about the product that signs on with it. */
export type SignOnClient = {
  /** Address of the console: the only origin that may call the provider or be redirected to. */
  consoleUrl: string;
  clientId: string;
  /** `aud` of the access tokens, and the only `audience` that may be requested. */
  audience: string;
  productName: string;
  /** Where the provider sends logout tokens; it sends none without. */
  logoutUri?: string;
};

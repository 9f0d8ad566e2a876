/** Settings of the product that signs on at the provider. */
export type SignOnClient = {
  /** Address of the console: the only origin that may call the provider or be redirected to. */
  consoleUrl: string;
  clientId: string;
  /** `aud` of the access tokens, and the only `audience` that may be requested. */
  audience: string;
  productName: string;
  /** Address for logout tokens. Without one, the provider sends none. */
  logoutUri?: string;
};

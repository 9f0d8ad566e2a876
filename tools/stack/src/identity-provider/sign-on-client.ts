/** Settings of the product whose users sign on at the provider. */
export type SignOnClient = {
  /** Address of the console. Only this origin may call the provider, and the provider redirects only to this origin. */
  consoleUrl: string;
  clientId: string;
  /** `aud` of the access tokens, and the only `audience` that may be requested. */
  audience: string;
  productName: string;
  /** Address to which the provider sends logout tokens. Without an address, it sends no logout tokens. */
  logoutUri?: string;
};

export { createBrowser } from './browser.ts';
export type { Browser } from './browser.ts';
export { createCookieJar } from './cookie-jar.ts';
export { productToken } from './product-token.ts';
export { discover, requestTokens, signIn } from './sign-in.ts';
export type { SignedIn, SignInOptions } from './sign-in.ts';
export { findStack, runningStack, stackToken } from './stack-token.ts';
export { dataDirOf } from '../stack-file.ts';
export type { StackFile } from '../stack-file.ts';

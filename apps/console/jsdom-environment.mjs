import { TestEnvironment } from 'jest-environment-jsdom';

/** A browser as jsdom has it, with what it lacks: Node's fetch types, and a page that never changes its size. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, {
      fetch,
      Headers,
      Request,
      Response,
      ReadableStream,
      TextDecoder,
      TextEncoder,
      AbortController,
      AbortSignal,
    });
    Object.defineProperty(this.global, 'crypto', { value: crypto, configurable: true });
    this.global.matchMedia = (media) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} });
    this.global.scrollTo = () => {};
    this.global.CSS = { escape: (text) => text, supports: () => false };
    this.global.ResizeObserver = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
  }
}

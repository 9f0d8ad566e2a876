import { TestEnvironment } from 'jest-environment-jsdom';

/**
 * A browser as jsdom has it, with what it lacks: Node's fetch types, and a page that never changes its size. It has the style
 * sheets only where a suite begins with `@jest-environment-options {"styles": true}`: jsdom matches every rule of them
 * against every element that a test asks the role of.
 */
export default class BrowserEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.hasStyles = config.projectConfig.testEnvironmentOptions.styles === true;
  }

  async setup() {
    await super.setup();
    this.global.hasStyles = this.hasStyles;
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

import { TestEnvironment } from 'jest-environment-jsdom';

/**
 * jsdom with the browser features that it lacks: Node's fetch types, buffers for crypto, performance marks, and a page of
 * constant size that shows forty rows. Only suites that begin with `@jest-environment-options {"styles": true}` load style
 * sheets, because style sheets are slow: jsdom matches every rule against every element whose role a test queries.
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
      ArrayBuffer,
    });
    const { URL } = this.global;
    // jsdom's URL.parse returns an object that is not a URL.
    URL.parse = (url, base) => (URL.canParse(url, base) ? new URL(url, base) : null);
    Object.defineProperty(this.global, 'crypto', { value: crypto, configurable: true });
    this.global.matchMedia = (media) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} });
    this.global.performance.mark = (name) => performance.mark(name);
    this.global.performance.clearMarks = () => performance.clearMarks();
    this.global.performance.getEntriesByName = (name) => performance.getEntriesByName(name);
    this.global.scrollTo = () => {};
    this.global.CSS = { escape: (text) => text, supports: () => false };
    const rowHeight = 28;
    const { Element, HTMLElement } = this.global;
    Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, get: () => 40 * rowHeight });
    Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => rowHeight });
    this.global.ResizeObserver = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
  }
}

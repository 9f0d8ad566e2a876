import { TestEnvironment } from 'jest-environment-jsdom';

/**
 * A browser as jsdom has it, with what it lacks: Node's fetch types, buffers of its crypto and performance marks, and a page that never changes its size
 * and on which forty rows are seen. It has the style sheets only where a suite begins with `@jest-environment-options {"styles": true}`: jsdom matches every rule of them
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
      ArrayBuffer,
    });
    const { URL } = this.global;
    // jsdom's own returns an object that is no URL.
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

import type { Page } from 'playwright-core';

/* Scripts that simulate hostile browsers and networks. The scripts run before the page's own code. */

/**
 * Simulates a browser's page translator: replaces each text by `font` elements with its translation, including texts that appear or
 * change later. The translations are the texts themselves.
 */
export const TRANSLATED = `(() => {
  const UNTRANSLATED = 'head, script, style, textarea, option, svg, font, [translate=no]';
  const translate = (text) => {
    const parent = text.parentElement;
    if (parent === null || text.data.trim() === '' || parent.closest(UNTRANSLATED)) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.append(text.data);
    outer.append(inner);
    parent.replaceChild(outer, text);
  };
  const look = (node) => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const found = node.nodeType === Node.TEXT_NODE ? [node] : [];
    while (texts.nextNode()) found.push(texts.currentNode);
    found.forEach(translate);
  };
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      if (type === 'characterData') look(target);
      else addedNodes.forEach(look);
  }).observe(document, { childList: true, subtree: true, characterData: true });
})();`;

/** Simulates a proxy that blocks WebSockets while \`hasNoSockets\` is true. */
export const WITHOUT_SOCKETS = `(() => {
  self.hasNoSockets = true;
  class Refused extends EventTarget {
    readyState = 0;
    constructor(url) {
      super();
      this.url = url;
      setTimeout(() => {
        this.readyState = 3;
        for (const event of [new Event('error'), new CloseEvent('close', { code: 1006 })]) {
          this['on' + event.type]?.(event);
          this.dispatchEvent(event);
        }
      }, 50);
    }
    send() {}
    close() {}
  }
  self.WebSocket = new Proxy(WebSocket, {
    construct: (Socket, args) => (self.hasNoSockets ? new Refused(...args) : new Socket(...args)),
  });
})();`;

/**
 * Simulates a wrong clock.
 * @param minutes ahead, or behind if negative
 */
export const clockOff = (minutes: number): string => `(() => {
  const Right = Date;
  const now = () => Right.now() + ${minutes * 60_000};
  self.Date = class extends Right {
    constructor(...args) {
      super(...(args.length === 0 ? [now()] : args));
    }
    static now = now;
  };
})();`;

/** Simulates a browser that blocks storage: reading `localStorage` or `sessionStorage` throws. */
export const WITHOUT_STORAGE = `for (const kind of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, kind, {
    configurable: true,
    get() {
      throw new DOMException('Access is denied for this document', 'SecurityError');
    },
  });`;

/**
 * Simulates a release that replaces the page's files. Requests of files that the page has not loaded yet return 404.
 * @param isHealed whether the files exist after the page was reloaded
 * @returns the number of reloads, and a function that undoes the release
 */
export const replaceFiles = async (
  page: Page,
  isHealed = true,
): Promise<{ reloads: () => number; end: () => Promise<void> }> => {
  let reloads = 0;
  const fetched = new Set(
    await page.evaluate<string[]>(`performance.getEntriesByType('resource').map(({ name }) => name)`),
  );
  // Uses the DevTools protocol, because a Playwright route would also disable the cache.
  const network = await page.context().newCDPSession(page);
  network.on('Fetch.requestPaused', ({ requestId, request, resourceType }) => {
    if (resourceType === 'Document') reloads += 1;
    const isGone = resourceType !== 'Document' && !fetched.has(request.url) && (reloads === 0 || !isHealed);
    const answered = isGone
      ? network.send('Fetch.fulfillRequest', { requestId, responseCode: 404 })
      : network.send('Fetch.continueRequest', { requestId });
    answered.catch(() => undefined); // the page is gone
  });
  const patterns = [{ resourceType: 'Document' as const }, { urlPattern: `${new URL(page.url()).origin}/assets/*` }];
  await network.send('Fetch.enable', { patterns });
  return { reloads: () => reloads, end: () => network.detach() };
};

/** Presses Enter in an input method to confirm `text`. */
export const confirmWithEnter = async (page: Page, text: string): Promise<void> => {
  const keys = await page.context().newCDPSession(page);
  await keys.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await keys.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Enter',
    code: 'Enter',
    windowsVirtualKeyCode: 229,
  });
  await keys.send('Input.insertText', { text });
};

import type { Page } from 'playwright-core';

/*
 * What browsers and networks do to a page, as scripts that run before its own code.
 */

/**
 * A page translator, as browsers have it: replaces each text by `font` elements with its translation, also texts that come
 * later or change. Its translations are the texts themselves.
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

/** A proxy that lets no WebSocket through while \`hasNoSockets\` is true. */
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

/** A computer whose clock is wrong. @param minutes ahead; negative: behind */
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

/** A browser that blocks storage: reading it throws. */
export const WITHOUT_STORAGE = `for (const kind of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, kind, {
    configurable: true,
    get() {
      throw new DOMException('Access is denied for this document', 'SecurityError');
    },
  });`;

/**
 * A release replaces the page's files: those that were not fetched yet are gone.
 * @param isHealed whether the files are there once the page is loaded again
 * @returns how often the page was loaded since, and what takes the release back.
 */
export const replaceFiles = async (
  page: Page,
  isHealed = true,
): Promise<{ reloads: () => number; end: () => Promise<void> }> => {
  let reloads = 0;
  const fetched = new Set(
    await page.evaluate<string[]>(`performance.getEntriesByType('resource').map(({ name }) => name)`),
  );
  // A route of Playwright's would take the cache away, too.
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

/** Presses Enter for an input method, which confirms `text` by it. */
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

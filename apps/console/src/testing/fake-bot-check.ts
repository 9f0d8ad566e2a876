import type { BotCheckSettings } from '../features/public-forms/bot-check.ts';

const tokens = new Map<string, string>();

/**
 * Fakes the bot check's script without the network: the script loads if `isReachable`, and returns `token`. As on a real page, there is
 * one provider, which identifies sites by their keys. Here, the script's URL is the key.
 */
export const createFakeBotCheck = (scriptUrl: string, { token = 'a token', isReachable = true } = {}) => {
  const settings: BotCheckSettings = { siteKey: scriptUrl, scriptUrl };
  const actions: string[] = [];
  tokens.set(scriptUrl, token);
  const answer = (script: HTMLScriptElement) => {
    if (isReachable)
      window.grecaptcha = {
        ready: (callback) => callback(),
        execute: async (siteKey, { action }) => {
          actions.push(action);
          return tokens.get(siteKey) ?? '';
        },
      };
    script.dispatchEvent(new Event(isReachable ? 'load' : 'error'));
  };
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof HTMLScriptElement && node.src.startsWith(scriptUrl)) answer(node);
  }).observe(document.head, { childList: true });
  return { settings, actions };
};

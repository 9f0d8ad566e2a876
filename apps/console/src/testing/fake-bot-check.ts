import type { BotCheckSettings } from '../features/public-forms/bot-check.ts';

const tokens = new Map<string, string>();

/** Fakes the bot check's script, which loads if `isReachable` and returns `token`. The script's URL is also the site's key. */
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

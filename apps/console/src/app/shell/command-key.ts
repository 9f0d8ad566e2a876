/** What is held for a command on this machine, as it is written on the key. */
export const COMMAND_KEY = /Mac|iP(?:hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

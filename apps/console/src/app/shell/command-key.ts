/** The modifier key of commands on this machine, as labelled. */
export const COMMAND_KEY = /Mac|iP(?:hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

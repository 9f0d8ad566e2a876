// See jsdom-environment.mjs.
const { hasStyles } = globalThis as { hasStyles?: boolean };
if (hasStyles !== true) await import('@vanilla-extract/css/disableRuntimeStyles');

export {};
